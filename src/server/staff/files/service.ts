import { createHash } from 'node:crypto';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readWhole } from '../../integrations/images/port.ts';
import { transaction, type Queryable } from '../../platform/database.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { staffUpload, writeAudit, type StaffCommand } from '../actions/service.ts';

type FileDependencies = Pick<Dependencies, 'db' | 'clock' | 'vault' | 'ports' | 'log'>;

/** File types by their first bytes. */
const TYPES = [
  { type: 'application/pdf', start: Buffer.from('%PDF-'), ending: 'pdf' },
  { type: 'image/jpeg', start: Buffer.from([0xff, 0xd8, 0xff]), ending: 'jpg' },
  { type: 'image/png', start: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ending: 'png' },
] as const;

interface Kept {
  readonly type: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly storageKey: string;
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** Stores a receipt under a name derived from its content. */
async function keepFile({ ports }: FileDependencies, bytes: Buffer): Promise<Result<Kept>> {
  const known = TYPES.find(({ start }) => bytes.subarray(0, start.length).equals(start));
  if (!known) return fail('evidence_type');
  const sha256 = digestOf(bytes);
  const storageKey = `evidence-${sha256.toString('hex')}.${known.ending}`;
  await ports.images.put(storageKey, bytes);
  return ok({ type: known.type, bytes: bytes.length, sha256, storageKey });
}

export function fileCommands(deps: FileDependencies): StaffCommand[] {
  return [
    staffUpload(
      deps,
      'POST /api/staff/files',
      (bytes) => keepFile(deps, bytes),
      async (tx, { query, by, kept }) => {
        const { country, name } = query;
        const { id } = await tx
          .insertInto('staff_file')
          .values({
            country,
            staff_id: by.staffId,
            name,
            type: kept.type,
            bytes: kept.bytes,
            sha256: kept.sha256,
            storage_key: kept.storageKey,
            created_at: deps.clock.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const facts = { subject: `file:${id}`, subjectName: `Comprobante ${id}`, country };
        return ok({ answer: { result: { id: String(id), name } }, facts });
      },
    ),
  ];
}

export function fileRoutes(deps: FileDependencies): Route[] {
  return [
    route('GET /api/staff/files/{id}', async (call) => {
      const { staffId, countries } = staffOf(call);
      const file = await deps.db
        .selectFrom('staff_file')
        .selectAll()
        .where('id', '=', call.params.id)
        .where('country', 'in', [...countries])
        .executeTakeFirst();
      if (!file) return fail('not_found');
      const { storage_key: storageKey, sha256 } = file;
      const body = await readWhole(deps, { storageKey, sha256 }, { fileId: file.id });
      if (!body) return fail('unavailable');
      const deed = {
        subject: `file:${file.id}`,
        subjectName: `Comprobante ${file.id}`,
        country: file.country,
        at: deps.clock.now(),
        staffId,
        action: 'GET /api/staff/files/{id}',
        origin: call.origin,
      };
      await transaction(deps.db, (tx) => writeAudit(tx, deed));
      const ending = storageKey.split('.').at(-1);
      const name = `comprobante-${file.id}.${ending}`;
      return ok(fileAnswer({ type: file.type, body, name, isInline: true }));
    }),
  ];
}

/** Checks whether a receipt with this id belongs to the country. */
export async function hasFile(db: Queryable, country: CountryCode, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('staff_file')
    .select('id')
    .where('id', '=', id)
    .where('country', '=', country)
    .executeTakeFirst();
  return row !== undefined;
}

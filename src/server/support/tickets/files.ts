import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { TICKET_FILES, TICKET_FILES_DAY, type TicketFileType } from '../../../contract/tickets.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { UploadedFile } from '../../platform/http/route.ts';
import { overLimit } from '../../platform/limits/limits.ts';
import type { JobKind } from '../../platform/work/jobs.ts';

/** Dependencies of who takes files; re-encoding images belongs to the customers feature, which is above. */
export interface FileDependencies extends Dependencies {
  recodeImage(bytes: Uint8Array): Promise<Result<Buffer>>;
}

/** A file in the store without a row yet. */
export interface StoredFile {
  readonly publicId: string;
  readonly storageKey: string;
  readonly name: string;
  readonly type: TicketFileType;
  readonly bytes: number;
  readonly sha256: Buffer;
}

const pdfStart = Buffer.from('%PDF-');
const pdfEnd = Buffer.from('%%EOF');
/** Readers of PDF look for its end in so many last bytes. */
const endWithin = 1024;
const longestName = 120;
const dayS = 86_400;
/** Longer than any request can last: an upload without a row by then has failed. */
const cleanupAfterSeconds = 3600;

/** Begins and ends as a PDF does. It is served as a download, and no process of ours opens it. */
function isPdf(bytes: Buffer): boolean {
  const end = bytes.subarray(-endWithin);
  return bytes.subarray(0, pdfStart.length).equals(pdfStart) && end.includes(pdfEnd);
}

/** Display name: no path, one line without control characters, and the extension of the stored type. */
function shownName(given: string, type: TicketFileType): string {
  const base = given
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .replace(/\.[^.]{1,5}$/, '')
    .trim();
  // Cut by characters, because half of a surrogate pair cannot be stored.
  const short = Array.from(base)
    .slice(0, longestName - 4)
    .join('');
  return `${short || 'archivo'}.${ENDINGS[type]}`;
}

const ENDINGS: Readonly<Record<TicketFileType, string>> = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' };

/**
 * Checks a file and puts it into the encrypted store: an image is re-encoded, a PDF is stored as uploaded.
 */
export async function storeFile(
  deps: FileDependencies,
  file: UploadedFile | undefined,
  name: string,
): Promise<Result<StoredFile>> {
  if (!file || file.bytes.length === 0) return fail('ticket_file_type');
  const given = Buffer.from(file.bytes);
  const image = isPdf(given) ? undefined : await deps.recodeImage(given);
  if (image?.ok === false) return image.code === 'image_type' ? fail('ticket_file_type') : image;
  const type = image ? 'image/jpeg' : 'application/pdf';
  const bytes = image?.value ?? given;
  const publicId = deps.random.token();
  const storageKey = `ticket-${publicId}.${ENDINGS[type]}`;
  // Before the file exists: from here on a file without a row is found and removed.
  await transaction(deps.db, (tx) => cleanUpLater(tx, deps, storageKey, cleanupAfterSeconds));
  await deps.ports.images.put(storageKey, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  return ok({ publicId, storageKey, name: shownName(name, type), type, bytes: bytes.length, sha256 });
}

/** Seconds to wait where the customer has attached too much today. */
export function overFilesOfDay(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  customerId: number,
): Promise<number | undefined> {
  const limit = { key: `ticket-files:${customerId}`, max: TICKET_FILES_DAY, windowSeconds: dayS };
  return overLimit(db, limit, clock.now());
}

interface NewFile {
  readonly ticketId: number;
  readonly country: CountryCode;
  /** Undefined for the customer's own. */
  readonly staffId?: number;
  readonly at: Date;
}

/** Attaches a stored file to a ticket that the caller has locked. */
export async function attachFile(
  tx: Tx,
  file: StoredFile,
  { ticketId, country, staffId, at }: NewFile,
): Promise<Result<undefined>> {
  const author = staffId === undefined ? 'customer' : 'staff';
  const { count } = await tx
    .selectFrom('ticket_file')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticket_id', '=', ticketId)
    .where('author', '=', author)
    .executeTakeFirstOrThrow();
  if (count >= TICKET_FILES) return fail('ticket_files');
  await tx
    .insertInto('ticket_file')
    .values({
      public_id: file.publicId,
      country,
      ticket_id: ticketId,
      author,
      staff_id: staffId ?? null,
      name: file.name,
      type: file.type,
      bytes: file.bytes,
      sha256: file.sha256,
      storage_key: file.storageKey,
      created_at: at,
    })
    .execute();
  return ok(undefined);
}

/** Name of a download, safe in a header; ignores the uploaded name. */
export const downloadName = ({ id, type }: { readonly id: number; readonly type: string }): string =>
  `adjunto-${id}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`;

/** A file of a ticket by its random id. */
export async function fileByPublicId(db: Queryable, publicId: string) {
  return db
    .selectFrom('ticket_file as f')
    .innerJoin('ticket as t', 't.id', 'f.ticket_id')
    .selectAll('f')
    .select(['t.customer_id', 't.is_strangers', 't.public_id as ticket_public_id'])
    .where('f.public_id', '=', publicId)
    .executeTakeFirst();
}

const cleanupQueue = 'clean-up-ticket-file';

interface CleanupData {
  readonly storageKey: string;
}

const cleanUpLater = (
  tx: Tx,
  { jobs }: Pick<Dependencies, 'jobs'>,
  storageKey: string,
  afterSeconds: number,
): Promise<void> => jobs.send(tx, cleanupQueue, { storageKey } satisfies CleanupData, { afterSeconds });

/** Removes the files of a customer's tickets; the worker deletes the stored content. */
export async function discardFiles(
  tx: Tx,
  deps: Pick<Dependencies, 'jobs'>,
  customerId: number,
): Promise<void> {
  const rows = await tx
    .deleteFrom('ticket_file')
    .where('ticket_id', 'in', (query) =>
      query.selectFrom('ticket').select('id').where('customer_id', '=', customerId),
    )
    .returning('storage_key')
    .execute();
  for (const { storage_key: storageKey } of rows) await cleanUpLater(tx, deps, storageKey, 0);
}

/** Removes a stored file that no row names. */
export async function cleanUpFile(
  { db, ports }: Pick<Dependencies, 'db' | 'ports'>,
  storageKey: string,
): Promise<void> {
  const row = await db
    .selectFrom('ticket_file')
    .select('id')
    .where('storage_key', '=', storageKey)
    .executeTakeFirst();
  if (!row) await ports.images.delete(storageKey);
}

export function ticketJobs(deps: Pick<Dependencies, 'db' | 'ports'>): JobKind<never>[] {
  const cleanUp: JobKind<CleanupData> = {
    name: cleanupQueue,
    shown: [],
    // No screen waits for it: ten tries up to an hour apart outlast a store that is down for an afternoon.
    policy: { retryLimit: 10, retryDelaySeconds: 60, retryDelayMaxSeconds: 3600, expireSeconds: 60 },
    run: ({ storageKey }) => cleanUpFile(deps, storageKey),
  };
  return [cleanUp];
}

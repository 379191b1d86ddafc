import { packOf } from '../../../../countries/index.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { formatMoney } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { CollectionFile, CollectionNetwork } from '../../../integrations/collection/port.ts';
import { transaction, type Queryable } from '../../../platform/database.ts';
import type { TextEncoding } from '../../../platform/text/decode-text.ts';
import { fail, ok, type Result } from '../../../platform/http/result.ts';
import { staffOf, type StaffIdentity } from '../../../platform/http/route.ts';
import { outcomeName } from '../../../../words/money.ts';
import { countriesOf, DONE_AS_SEEN, staffUpload, type StaffCommand } from '../../../staff/actions/service.ts';
import { keepFile } from '../reports/import-collection.ts';
import { digestOf, enqueueCleanUp, previewQueue, settlementQueue, storageKeyOf } from './clean-up.ts';
import type { PreviewJob, SettlementJob } from './jobs.ts';
import { triedWhileWaiting, tryFile, type SeenFile } from './preview.ts';
import { keepSeen, keptSeen, knownFile, uploadView } from './seen-lines.ts';

interface Read {
  readonly query: { readonly network: string; readonly name: string };
  readonly bytes: Buffer;
  readonly sender: CollectionNetwork;
  readonly file: CollectionFile;
  readonly encoding: TextEncoding;
}

/** Parses the file, if it is complete and its network is in one of the person's countries. */
function readFile(
  { ports }: Pick<Dependencies, 'ports'>,
  query: Read['query'],
  bytes: Buffer,
  { countries }: Pick<StaffIdentity, 'countries'>,
): Result<Read> {
  const { network } = query;
  const sender = Object.hasOwn(ports.collection, network) ? ports.collection[network] : undefined;
  if (!sender) return fail('not_found');
  if (!countries.includes(sender.country)) return fail('country_forbidden');
  const read = sender.read(bytes);
  if (read.ok) return ok({ query, bytes, sender, file: read.file, encoding: read.encoding });
  return fail('settlement_file', {
    message: `La rendición no se puede leer y no se registró nada. Pedila de nuevo a la red. Detalle: ${read.told}.`,
  });
}

/**
 * Commands to upload settlement files (docs/console.md#rendiciones); `npm run settle` does the same from a
 * disk.
 */
export function fileCommands(deps: Dependencies): StaffCommand[] {
  return [previewCommand(deps), bookCommand(deps)];
}

function previewCommand(deps: Dependencies): StaffCommand {
  return staffUpload(
    deps,
    'POST /api/staff/money/files/preview',
    async (bytes, call) => {
      const read = readFile(deps, call.query, bytes, staffOf(call));
      if (!read.ok) return read;
      return ok({ ...read.value, seen: await beginTrying(deps, read.value) });
    },
    async (tx, { query, kept }) => {
      const known = await knownFile(tx, query.network, digestOf(kept.bytes));
      const result = uploadView(kept, kept.seen, known);
      return ok({ answer: { result }, facts: factsOf(query, kept) });
    },
  );
}

/** Previews the lines of a file; for a long one only the first, and a job previews the others. */
async function beginTrying(deps: Dependencies, { query, bytes, sender, file }: Read): Promise<SeenFile> {
  const seen = await tryFile(deps, sender, file, { name: query.network, most: triedWhileWaiting });
  if (seen.lines.length === seen.of) return seen;
  const sha256 = await storeUpload(deps, bytes);
  await keepSeen(deps, sha256, seen);
  await transaction(deps.db, (tx) =>
    deps.jobs.send(tx, previewQueue, { network: query.network, sha256 } satisfies PreviewJob),
  );
  return seen;
}

/** Stores the file and schedules its deletion check. @returns its digest */
async function storeUpload(deps: Dependencies, bytes: Buffer): Promise<string> {
  const sha256 = digestOf(bytes).toString('hex');
  // Scheduled before the upload, so that the file of a command that never commits is also found.
  await transaction(deps.db, (tx) => enqueueCleanUp(tx, deps, sha256));
  await deps.ports.images.put(storageKeyOf(sha256), bytes);
  return sha256;
}

function bookCommand(deps: Dependencies): StaffCommand {
  return staffUpload(
    deps,
    'POST /api/staff/money/files',
    async (bytes, call): Promise<Result<Read & { readonly seen?: SeenFile }>> => {
      const read = readFile(deps, call.query, bytes, staffOf(call));
      // The job reads the stored file, so that a killed process loses nothing.
      if (!read.ok) return read;
      const sha256 = await storeUpload(deps, bytes);
      const { network } = call.query;
      if (await isWhole(deps.db, await knownFile(deps.db, network, digestOf(bytes)))) return read;
      // The approver sees the effect of each line.
      const before = await keptSeen(deps, sha256);
      if (before?.network === network && before.of > triedWhileWaiting)
        return ok({ ...read.value, seen: before });
      const seen = await beginTrying(deps, read.value);
      await keepSeen(deps, sha256, seen);
      return ok({ ...read.value, seen });
    },
    async (tx, { query, kept }) => {
      const { network, name } = query;
      const { bytes, sender, file } = kept;
      const known = await knownFile(tx, network, digestOf(bytes));
      const { id, isNew } = await keepFile({ db: tx, clock: deps.clock }, sender, {
        network,
        name,
        bytes,
        file,
      });
      const facts = factsOf(query, kept);
      // A file with all lines already booked books nothing, so it needs no second person.
      const isEnough = await isWhole(tx, known);
      const subject = isEnough ? `settlement:${id}` : facts.subject;
      return ok({
        answer: { ...DONE_AS_SEEN, result: { id: String(id), known: !isNew } },
        isSmall: isEnough,
        facts: { ...facts, subject, after: { ...facts.after, known: !isNew } },
      });
    },
    {
      freeze: (kept) => ({ sha256: digestOf(kept.bytes).toString('hex'), ...factsOf(kept.query, kept) }),
      async work(tx, asked) {
        const { network, name } = asked.query;
        const { sha256, ...facts } = asked.body as unknown as Frozen;
        if (!countriesOf(asked).includes(facts.country)) return fail('country_forbidden');
        const { by, approver, approval } = asked;
        if (!approver || approval === undefined) throw new Error('an uploaded file needs a second person');
        const seen = await keptSeen(deps, sha256);
        if (!seen) return fail('approval_state');
        if (seen.lines.length < seen.of) return fail('settlement_untried');
        const people = { uploadedBy: by.staffId, approvedBy: approver.staffId, approval };
        const job: SettlementJob = { network, name, sha256, people };
        await deps.jobs.send(tx, settlementQueue, job);
        return ok({ answer: DONE_AS_SEEN, facts });
      },
    },
  );
}

/** True when every line of a file is booked, so that booking it again changes nothing. */
async function isWhole(db: Queryable, id: number | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const row = await db
    .selectFrom('collection_file as f')
    .select((eb) => [
      'f.line_count',
      eb
        .selectFrom('collection_line as l')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('l.file_id', '=', 'f.id')
        .as('booked'),
    ])
    .where('f.id', '=', id)
    .executeTakeFirst();
  return row !== undefined && Number(row.booked) === row.line_count;
}

/** Frozen facts of a file that waits for a second person. */
type Frozen = ReturnType<typeof factsOf> & Pick<SettlementJob, 'sha256'>;

function factsOf(
  { network, name }: { readonly network: string; readonly name: string },
  {
    sender,
    file,
    encoding,
    bytes,
    ...tried
  }: Read & { readonly seen?: Pick<SeenFile, 'counts'> | undefined },
) {
  const counts = tried.seen?.counts ?? [];
  return {
    subject: 'settlement',
    subjectName: `${network}: ${name}`,
    slot: `settlement ${network} ${digestOf(bytes).toString('hex')}`,
    amount: file.total,
    country: sender.country,
    after: {
      network,
      settled_on: formatDate(file.settledOn),
      lines: file.lines.length,
      amount: formatMoney(file.total, packOf(sender.country).currency),
      encoding,
      ...(counts.length === 0
        ? {}
        : { outcomes: counts.map(({ outcome, count }) => `${outcomeName(outcome)}: ${count}`).join(', ') }),
    },
  };
}

import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { packOf } from '../../../../countries/index.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { formatMoney } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { CollectionFile, CollectionNetwork } from '../../../integrations/collection/port.ts';
import { transaction } from '../../../platform/database.ts';
import { fail, ok, type Result } from '../../../platform/http/result.ts';
import { staffOf, type StaffIdentity } from '../../../platform/http/route.ts';
import type { JobKind } from '../../../platform/work/jobs.ts';
import { countriesOf, DONE_AS_SEEN, staffUpload, type StaffCommand } from '../../../staff/actions/service.ts';
import { isSmall } from '../money-in/match.ts';
import { importCollection, keepFile } from '../reports/import-collection.ts';
import { cleanUpJob, enqueueCleanUp, settlementQueue, storageKeyOf } from './clean-up.ts';
import { previewFile } from './preview.ts';

interface Read {
  readonly query: { readonly network: string; readonly name: string };
  readonly bytes: Buffer;
  readonly sender: CollectionNetwork;
  readonly file: CollectionFile;
}

/** The file, if its network is one of the person's countries and it is whole. */
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
  const read = sender.read(bytes.toString('utf8'));
  if (read.ok) return ok({ query, bytes, sender, file: read.file });
  return fail('settlement_file', {
    message: `La rendición no se puede leer y no se registró nada. Pedila de nuevo a la red. Detalle: ${read.told}.`,
  });
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** Settlement files by upload (docs/console.md#rendiciones); `npm run settle` does the same from a disk. */
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
      const { sender, file } = read.value;
      return ok({ ...read.value, seen: await previewFile(deps, sender, file) });
    },
    async (tx, { query, kept }) => {
      const known = await tx
        .selectFrom('collection_file')
        .select('id')
        .where('network', '=', query.network)
        .where('sha256', '=', digestOf(kept.bytes))
        .executeTakeFirst();
      const result = { ...kept.seen, known: known ? String(known.id) : '' };
      return ok({ answer: { result }, facts: factsOf(query, kept) });
    },
  );
}

function bookCommand(deps: Dependencies): StaffCommand {
  return staffUpload(
    deps,
    'POST /api/staff/money/files',
    async (bytes, call) => {
      const read = readFile(deps, call.query, bytes, staffOf(call));
      // The job reads it again: whoever is killed in between has lost nothing.
      if (!read.ok) return read;
      const sha256 = digestOf(bytes).toString('hex');
      // Before the file is there: one whose command never commits is found by it, too.
      await transaction(deps.db, (tx) => enqueueCleanUp(tx, deps, sha256));
      await deps.ports.images.put(storageKeyOf(sha256), bytes);
      return read;
    },
    async (tx, { query, kept }) => {
      const { network, name } = query;
      const { bytes, sender, file } = kept;
      const { id, isNew } = await keepFile({ db: tx, clock: deps.clock }, sender, {
        network,
        name,
        bytes,
        file,
      });
      await deps.jobs.send(tx, settlementQueue, { network, name, sha256: digestOf(bytes).toString('hex') });
      const facts = factsOf(query, kept);
      // One that was booked before books nothing.
      const isEnough = !isNew || isSmall(sender.country, file.total);
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
        await deps.jobs.send(tx, settlementQueue, { network, name, sha256 });
        return ok({ answer: DONE_AS_SEEN, facts });
      },
    },
  );
}

/** What stands for a file while it waits for a second person. */
type Frozen = ReturnType<typeof factsOf> & Pick<SettlementJob, 'sha256'>;

function factsOf(
  { network, name }: { readonly network: string; readonly name: string },
  { sender, file }: Read,
) {
  return {
    subject: 'settlement',
    subjectName: `${network}: ${name}`,
    country: sender.country,
    after: {
      network,
      settled_on: formatDate(file.settledOn),
      lines: file.lines.length,
      amount: formatMoney(file.total, packOf(sender.country).currency),
    },
  };
}

interface SettlementJob {
  readonly network: string;
  readonly name: string;
  readonly sha256: string;
}

/** Books a file that was uploaded; one that was booked before, or half of it, is gone on with. */
export function settlementJobs(deps: Dependencies): JobKind<never>[] {
  const book: JobKind<SettlementJob> = {
    name: settlementQueue,
    isMoney: true,
    shown: ['network', 'name'],
    countryOf: sql`select country from collection_file
      where network = job.data->>'network' and name = job.data->>'name' limit 1`,
    policy: {
      retryLimit: 12,
      retryDelaySeconds: 5,
      retryDelayMaxSeconds: 900,
      // Twenty thousand lines, each a transaction.
      expireSeconds: 3600,
      concurrency: 2,
    },
    async run({ network, name, sha256 }) {
      const bytes = await deps.ports.images.get(storageKeyOf(sha256));
      if (!bytes) throw new Error(`the settlement file ${name} of ${network} is gone`);
      const imported = await importCollection(deps, { network, name, bytes });
      if (!imported.ok) throw new Error(imported.reason);
    },
  };
  return [book, cleanUpJob(deps)];
}

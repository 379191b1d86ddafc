import { sql } from 'kysely';
import type { Dependencies } from '../../../dependencies.ts';
import type { JobKind } from '../../../platform/work/jobs.ts';
import { importCollection } from '../reports/import-collection.ts';
import type { FilePeople } from '../reports/line-history.ts';
import { cleanUpJob, digestOf, previewQueue, settlementQueue, storageKeyOf } from './clean-up.ts';
import { tryFile } from './preview.ts';
import { keepSeen, keptSeen } from './seen-lines.ts';

export interface SettlementJob {
  readonly network: string;
  readonly name: string;
  readonly sha256: string;
  readonly people?: FilePeople;
}

/** Books an uploaded file; one that was booked in part is continued. */
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
      // Allows for twenty thousand lines, one transaction each.
      expireSeconds: 3600,
      concurrency: 2,
    },
    async run({ network, name, sha256, people }) {
      const bytes = await deps.ports.images.get(storageKeyOf(sha256));
      // Books only the approved bytes.
      if (!bytes || digestOf(bytes).toString('hex') !== sha256)
        throw new Error(`the settlement file ${name} of ${network} is gone`);
      const imported = await importCollection(deps, { network, name, bytes, people });
      if (!imported.ok) throw new Error(imported.reason);
    },
  };
  return [book, previewJob(deps), cleanUpJob(deps)];
}

export interface PreviewJob {
  readonly network: string;
  readonly sha256: string;
}

/** Previews the lines of a long file that were not previewed during the upload; books nothing. */
const previewJob = (deps: Dependencies): JobKind<PreviewJob> => ({
  name: previewQueue,
  shown: ['network'],
  // Allows for twenty thousand lines; a killed job resumes from its stored progress.
  policy: {
    retryLimit: 5,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 60,
    expireSeconds: 1800,
    concurrency: 1,
  },
  async run({ network, sha256 }) {
    const bytes = await deps.ports.images.get(storageKeyOf(sha256));
    const sender = Object.hasOwn(deps.ports.collection, network) ? deps.ports.collection[network] : undefined;
    const read = bytes && sender?.read(bytes);
    if (!sender || !read?.ok) return;
    const before = await keptSeen(deps, sha256);
    const store = (seen: Parameters<typeof keepSeen>[2]) => keepSeen(deps, sha256, seen);
    const lines = before?.network === network ? before.lines : [];
    await store(await tryFile(deps, sender, read.file, { name: network, before: lines, store }));
  },
});

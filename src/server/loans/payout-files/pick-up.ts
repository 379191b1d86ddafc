import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import type { FoundResults, PayoutFolder } from './folder.ts';
import { importResults } from './import-results.ts';

type PickUpDependencies = BookingDependencies & Pick<Dependencies, 'db' | 'ports' | 'log'>;

/** Time after which an incomplete file that does not grow counts as cut off. Real time. */
const arrivingMs = 60_000;

interface Found extends FoundResults {
  readonly rail: string;
}

/**
 * Imports the files in `{rail}/results` of the folder, oldest first. Files stay in place, because the folder
 * is the sender's. A file is read again only after a change, and each result counts once in any case.
 * @returns a function that polls once and returns the rails with an unreadable folder: a result may be there,
 * so none of their orders may be sent
 */
export function resultPickUp(
  deps: PickUpDependencies,
  folder: PayoutFolder,
): () => Promise<ReadonlySet<string>> {
  let seen = new Map<string, string>();
  return async () => {
    const rails = Object.values(deps.ports.payouts).map(({ name }) => name);
    const unread = new Set<string>();
    const read = async (rail: string) => {
      try {
        return (await folder.results(rail)).map((file) => ({ ...file, rail }));
      } catch (error) {
        deps.log.error({ err: error, rail }, 'a folder of payout results could not be read');
        unread.add(rail);
        return [];
      }
    };
    const found = (await Promise.all(rails.map(read))).flat();
    const known = seen;
    seen = new Map(
      found
        .filter(({ path, signature }) => known.get(path) === signature)
        .map(({ path, signature }) => [path, signature]),
    );
    for (const file of found.toSorted((a, b) => a.changedMs - b.changedMs)) {
      if (seen.has(file.path)) continue;
      try {
        if (await pickUp(deps, folder, file)) seen.set(file.path, file.signature);
      } catch (error) {
        deps.log.error({ err: error, path: file.path }, 'a file of payout results was not imported');
        unread.add(file.rail);
      }
    }
    return unread;
  };
}

/** @returns false when the file must be read again even if unchanged */
async function pickUp(
  deps: PickUpDependencies,
  folder: PayoutFolder,
  { rail, name, path, changedMs }: Found,
): Promise<boolean> {
  const mayBeArriving = Date.now() - changedMs < arrivingMs;
  const imported = await importResults(deps, { rail, name, bytes: await folder.read(path), mayBeArriving });
  if (imported.ok) {
    if (imported.isNew)
      deps.log.info({ path, outcomes: Object.fromEntries(imported.outcomes) }, 'payout results imported');
    return true;
  }
  if (mayBeArriving && imported.isCut) return false;
  deps.log.error({ path, reason: imported.reason }, 'a file of payout results was refused');
  return true;
}

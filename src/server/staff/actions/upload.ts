import { contract, type CallKey, type ParsedOf } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Answer, type Call } from '../../platform/http/route.ts';
import type { Actor } from './askers.ts';
import { writeAudit } from './audit.ts';
import {
  askApproval,
  isOverDaily,
  refuseOwnRecord,
  refuseWaiting,
  undone,
  type Asked,
  type Done,
  type StaffCommand,
  type Work,
} from './command.ts';

interface AskedWithFile<K extends CallKey, Kept> {
  readonly query: ParsedOf<K, 'query'>;
  readonly by: Actor;
  readonly kept: Kept;
}

/** Parts of an upload that needs approval. */
interface Approved<K extends CallKey, Kept> {
  /** Converts the stored file to the JSON that the request stores. */
  readonly freeze: (kept: Kept) => object;
  /** Runs when the request is approved. */
  readonly work: Work<K>;
}

/**
 * Staff command with a file. The file is stored before the transaction that refers to it, named by a digest
 * of its bytes: a second copy is the same file, and an unused one does no harm.
 */
export function staffUpload<K extends CallKey, Kept>(
  deps: Pick<Dependencies, 'clock' | 'db' | 'vault'>,
  key: K,
  keep: (bytes: Buffer, call: Call<K>) => Promise<Result<Kept>>,
  work: (tx: Tx, asked: AskedWithFile<K, Kept>) => Promise<Result<Done<Answer<K>>>>,
  approved?: Approved<K, Kept>,
): StaffCommand {
  const { daily }: Endpoint = contract[key];
  const handle = async (call: Call<K>): Promise<Result<Answer<K>>> => {
    const [by, at] = [staffOf(call), deps.clock.now()];
    // Nothing is stored beyond the limit; uploads at once are counted again below.
    if (daily && (await transaction(deps.db, (tx) => isOverDaily(tx, by, key, daily, at))))
      return fail('daily_limit');
    const kept = await keep(call.file?.bytes ?? Buffer.alloc(0), call);
    if (!kept.ok) return kept;
    return call.commit(async (tx) => {
      if (daily && (await isOverDaily(tx, by, key, daily, at))) return fail('daily_limit');
      const { query, origin } = call;
      const run = async () => {
        const done = await work(tx, { query, by, kept: kept.value });
        if (!done.ok) return done;
        const own = await refuseOwnRecord(tx, { by, approver: undefined }, done.value.facts);
        return own ?? (await refuseWaiting(tx, key, done)) ?? done;
      };
      if (approved) {
        const seen = await undone(tx, run);
        if (!seen.ok) return seen;
        const { facts, isSmall } = seen.value;
        if (!isSmall) {
          const asked = { params: {}, query, body: approved.freeze(kept.value), by } as object;
          const request = { asked: asked as Asked<CallKey>, facts, at, origin };
          return (await askApproval(tx, deps.vault, key, request)) as Result<Answer<K>>;
        }
      }
      const done = await run();
      if (!done.ok) return done;
      const { answer, facts } = done.value;
      await writeAudit(tx, { ...facts, at, staffId: by.staffId, action: key, origin });
      return ok(answer);
    });
  };
  return {
    key,
    route: route(key, handle, { isAudited: true }),
    work: approved?.work ?? (() => Promise.reject(new Error('this upload needs no approval'))),
  };
}

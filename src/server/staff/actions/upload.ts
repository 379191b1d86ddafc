import { contract, type CallKey, type ParsedOf } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Answer, type Call } from '../../platform/http/route.ts';
import { writeAudit } from './audit.ts';
import { isOverDaily, type Actor, type Done, type StaffCommand } from './command.ts';

interface AskedWithFile<K extends CallKey, Kept> {
  readonly query: ParsedOf<K, 'query'>;
  readonly by: Actor;
  readonly kept: Kept;
}

/**
 * A write of the staff that brings a file. The file is kept before the transaction whose row names it, under a name
 * that follows from its bytes: kept twice it is one, and kept in vain it harms nobody.
 */
export function staffUpload<K extends CallKey, Kept>(
  deps: Pick<Dependencies, 'clock'>,
  key: K,
  keep: (bytes: Buffer, call: Call<K>) => Promise<Result<Kept>>,
  work: (tx: Tx, asked: AskedWithFile<K, Kept>) => Promise<Result<Done<Answer<K>>>>,
): StaffCommand {
  const { daily }: Endpoint = contract[key];
  const handle = async (call: Call<K>): Promise<Result<Answer<K>>> => {
    const kept = await keep(call.file?.bytes ?? Buffer.alloc(0), call);
    if (!kept.ok) return kept;
    return call.commit(async (tx) => {
      const [by, at] = [staffOf(call), deps.clock.now()];
      if (daily && (await isOverDaily(tx, by, key, daily, at))) return fail('daily_limit');
      const done = await work(tx, { query: call.query, by, kept: kept.value });
      if (!done.ok) return done;
      const { answer, facts } = done.value;
      await writeAudit(tx, { ...facts, at, staffId: by.staffId, action: key, origin: call.origin });
      return ok(answer);
    });
  };
  return {
    key,
    route: route(key, handle, { isAudited: true }),
    work: () => Promise.reject(new Error('a file does not wait for a second person')),
  };
}

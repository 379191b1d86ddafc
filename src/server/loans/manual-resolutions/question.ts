import { contract } from '../../../contract/contract.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { PayoutAnswer } from '../../integrations/payouts/port.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Answer, type Call, type StaffIdentity } from '../../platform/http/route.ts';
import { isOverDaily, writeAudit, type Facts, type StaffCommand } from '../../staff/actions/service.ts';

type AskKey = 'POST /api/staff/pay-outs/{id}/ask' | 'POST /api/staff/money/refunds/{id}/ask';

interface Question<Shown> {
  readonly shown: (db: Queryable, id: number, staff: StaffIdentity) => Promise<Shown | undefined>;
  /** Queries the rail, outside any transaction; undefined if there is no open question. */
  readonly ask: (id: number) => Promise<PayoutAnswer | undefined>;
  /** Applies the rail's answer to an open order and returns the audit facts. */
  readonly take: (tx: Tx, id: number, answer: PayoutAnswer, staff: StaffIdentity) => Promise<Result<Facts>>;
}

/** Command for a person to query the rail about an order. */
export function questionCommand<Shown extends { readonly state: string }>(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  key: AskKey,
  question: Question<Shown>,
): StaffCommand {
  return {
    key,
    route: route(key, (call) => askedByPerson(deps, key, call, question), { isAudited: true }),
    work: () => Promise.reject(new Error('a question does not wait for a second person')),
  };
}

/**
 * Asks the rail before the transaction, like a step, and applies the answer the same way: a final result
 * closes the order at once. Submits nothing.
 */
async function askedByPerson<Shown extends { readonly state: string }>(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  key: AskKey,
  call: Call<AskKey>,
  { shown, ask, take }: Question<Shown>,
): Promise<Result<Answer<AskKey>>> {
  const staff = staffOf(call);
  const { id } = call.params;
  const now = deps.clock.now();
  const before = await shown(deps.db, id, staff);
  if (!before) return fail('not_found');
  const { daily } = contract[key];
  if (await transaction(deps.db, (tx) => isOverDaily(tx, staff, key, daily, now))) return fail('daily_limit');
  const hasQuestion = before.state === 'sent' || before.state === 'unknown';
  const answer = hasQuestion ? await ask(id) : undefined;
  if (!answer) return fail('pay_out_state');
  return call.commit(async (tx) => {
    const taken = await take(tx, id, answer, staff);
    if (!taken.ok) return taken;
    const after = { answer: answer.state, ...(answer.reason === '' ? {} : { explanation: answer.reason }) };
    const deed = { ...taken.value, after, at: now, staffId: staff.staffId, action: key, origin: call.origin };
    await writeAudit(tx, deed);
    const result = await shown(tx, id, staff);
    return result ? ok({ result } as unknown as Answer<AskKey>) : fail('not_found');
  });
}

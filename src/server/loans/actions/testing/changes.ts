import type { InputOf } from '../../../../contract/contract.ts';
import { findingsOf } from './findings.ts';
import type { Borrower } from '../../../servicing/payments/testing/borrower.ts';
import { signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { messageOf } from '../../../testing/people.ts';
import type { TestAnswer, TestProduct } from '../../../testing/product.ts';

type Change = InputOf<'POST /api/staff/loans/{id}/changes', 'body'>['change'];
type Accepted = InputOf<'POST /api/v3/loan/{id}/changes/code', 'body'>['change'];

/** Employees who change loans: a collector, and who approves. Each has proved who they are. */
export async function changers(product: TestProduct) {
  const [collector, head] = [await signInAs(product, 'collector'), await signInAs(product, 'head')];
  for (const each of [collector, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  return { collector, head };
}

export type Changers = Awaited<ReturnType<typeof changers>>;

const nobody: StaffMember = {
  id: '',
  cookie: '',
  call: () => Promise.reject(new Error('no employee has signed in')),
};
const NOBODY: Changers = { collector: nobody, head: nobody };

const because = { reason_code: 'cannot-pay', reason: 'Perdió el trabajo' } as const;

/** Calls about the changes of a borrower's loan. */
/** @param staff signed in anew by the test when their sessions have ended */
export function changesOf(product: TestProduct, one: Borrower, staff: Changers = NOBODY) {
  const { country, person } = one;
  const byLoan = { id: String(one.loanId) };
  const seen = async (by: StaffMember = staff.collector) => {
    const answer = await by.call('GET /api/staff/loans/{id}/changes', { params: byLoan });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.result;
  };
  const ask = async (
    change: Change,
    more: object = {},
    by: StaffMember = staff.collector,
  ): Promise<TestAnswer> =>
    by.call('POST /api/staff/loans/{id}/changes', {
      params: byLoan,
      version: (await seen(by)).version,
      body: { change, ...because },
      ...more,
    });
  const approve = (id: string) =>
    staff.head.call('POST /api/staff/approvals/{id}/approve', { params: { id }, body: {} });
  const done = async (asked: Promise<TestAnswer>) => {
    const answer = await asked;
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    if (answer.body.outcome !== 'pending_approval') return answer;
    const approved = await approve(answer.body.approval);
    if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
    return approved;
  };
  const call: typeof person.call = (key, options = {}) => person.call(key, options);
  const own = { id: one.publicId };
  const mine = async () => (await call('GET /api/v3/loan/{id}/changes', { params: own })).body.result;
  const quote = async (day: number) =>
    (await call('GET /api/v3/loan/{id}/due-day', { params: own, query: { day: String(day) } })).body.result;
  /** Asks for a code for these figures. @returns its sealed state and the code */
  const code = async (change: Accepted) => {
    let state = '';
    const message = await messageOf(product, person.email, async () => {
      const sent = await call('POST /api/v3/loan/{id}/changes/code', {
        params: own,
        body: { channel: 'email', change },
      });
      if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
      ({ state } = sent.body.result);
    });
    return { state, code: /\b\d{6}\b/.exec(message.text)?.[0] ?? '' };
  };
  const accept = async (change: Accepted, given?: { state: string; code: string }) =>
    call('POST /api/v3/loan/{id}/changes/accept', {
      params: own,
      body: { change, ...(given ?? (await code(change))) },
    });
  return {
    country,
    seen,
    ask,
    approve,
    /** Asks for a change, approved if it takes two people. */
    change: (change: Change) => done(ask(change)),
    undo: async (id: string) =>
      done(
        staff.collector.call('POST /api/staff/loans/{id}/changes/{action}/undo', {
          params: { ...byLoan, action: id },
          version: (await seen()).version,
          body: because,
        }),
      ),
    withdraw: async () =>
      staff.collector.call('POST /api/staff/loans/{id}/plan/withdraw', {
        params: byLoan,
        version: (await seen()).version,
        body: because,
      }),
    mine,
    quote,
    code,
    accept,
    /** Accepts the plan on offer, as it is shown. */
    acceptPlan: async () => {
      const { plan } = await mine();
      return accept({ kind: 'plan', offer: plan.id, digest: plan.figures.digest });
    },
    findings: () => findingsOf(product, one.loanId),
  };
}

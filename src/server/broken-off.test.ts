import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentNumber } from '../countries/country.ts';
import type { CallKey } from '../contract/contract.ts';
import { requestErasure } from './rights/erasure.ts';
import { breakEverywhere } from './servicing/payments/testing/break-everywhere.ts';
import { borrower } from './servicing/payments/testing/borrower.ts';
import { transaction } from './platform/database.ts';
import type { Call, Route } from './platform/http/route.ts';
import { settlementRoutes } from './servicing/early-closure/routes.ts';
import { signUpAndVerify } from './testing/journey.ts';
import { startProduct, type TestProduct } from './testing/product.ts';
import { withdrawalRoutes } from './servicing/withdrawals/routes.ts';
import { withdrawalsOf } from './servicing/withdrawals/testing/withdrawals.ts';

/**
 * docs/security.md#kills: commands broken off before each of their statements happen wholly or not at all.
 */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { LIMIT_PASSWORD_ADDRESS: '1000' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const origin = { requestId: 'r', address: '127.0.0.1', device: '', baseUrl: 'http://x', channel: 'web' };

/** Makes a call as the server would, on these dependencies. */
function make(routes: readonly Route[], key: CallKey, deps: TestProduct['deps'], call: object) {
  const route = routes.find((each) => each.key === key);
  if (!route) throw new Error(`no such call: ${key}`);
  const commit: Call<CallKey>['commit'] = (work) => transaction(deps.db, work);
  return route.handle({ country: 'AR', origin, commit, headers: {}, ...call } as unknown as Call<CallKey>);
}

async function customerOf({ documentNumber }: { readonly documentNumber: DocumentNumber }): Promise<number> {
  const row = await product.deps.db
    .selectFrom('customer')
    .select('id')
    .where('document_number', '=', documentNumber)
    .executeTakeFirstOrThrow();
  return row.id;
}

test.each(['settlement', 'fewer', 'smaller'] as const)(
  'asking for a payment to close a loan or pay ahead (%s)',
  async (kind) => {
    const one = await borrower(product, 'AR', 3);
    const params = { id: one.publicId };
    const quote = (await one.person.call('GET /api/v3/loan/{id}/settlement', { params })).body.result;
    const total = kind === 'settlement' ? quote.total : quote.prepayment.min;
    const identity = {
      customerId: await customerOf(one),
      sessionDigest: Buffer.alloc(0),
      freshAt: new Date(),
    };
    const states: string[] = [];
    const broken = await breakEverywhere(
      product,
      (deps) =>
        make(settlementRoutes(deps), 'POST /api/v3/loan/{id}/settlement', deps, {
          params,
          identity,
          body: { kind, payment_method: 'bank-transfer', total },
        }),
      async () => {
        const { installments, open_payments: open } = await one.balance();
        const names = installments.map((each: { state_name: string }) => each.state_name);
        states.push(`${names.join(' ')}, ${open.length} open`);
      },
    );
    expect(broken).toBeGreaterThan(3);
    // A payment ahead stands beside the instalments; only closing issues them.
    const issued = kind === 'settlement' ? 'coupon coupon coupon' : 'pending pending pending';
    expect(states).toEqual([...Array(broken).fill('pending pending pending, 0 open'), `${issued}, 1 open`]);
  },
);

test('confirming a withdrawal', async () => {
  const one = await borrower(product, 'AR', 3, { membership: true });
  const { link, code } = await withdrawalsOf(product).request(one.person);
  const seen: unknown[] = [];
  const broken = await breakEverywhere(
    product,
    (deps) => make(withdrawalRoutes(deps), 'POST /api/v3/withdrawal/confirm', deps, { body: { code: link } }),
    async () => {
      const { rows } = await sql`
        select w.state, (select count(*)::int from ticket t where t.id = w.ticket_id) as tickets,
          (select count(*)::int from membership_end e where e.loan_id = ${one.loanId}) as ends,
          (select count(*)::int from membership_return r where r.loan_id = ${one.loanId}) as returns,
          (select coalesce(sum(amount), 0)::int from ledger_entry) as ledger
        from withdrawal w where w.code = ${code}`.execute(product.deps.db);
      seen.push(rows[0]);
    },
  );
  expect(broken).toBeGreaterThan(10);
  const before = { state: 'received', tickets: 0, ends: 0, returns: 0, ledger: 0 };
  const after = { state: 'return-due', tickets: 1, ends: 1, returns: 1, ledger: 0 };
  // What comes after the commit (a try that is given back) may be lost: then the link was used, and says so.
  const changed = seen.findIndex((row) => JSON.stringify(row) === JSON.stringify(after));
  expect(changed).toBeGreaterThan(10);
  expect(seen).toEqual(seen.map((_, at) => (at < changed ? before : after)));
});

test('an erasure', async () => {
  const person = await signUpAndVerify(product);
  const customerId = await customerOf(person);
  const seen: unknown[] = [];
  const broken = await breakEverywhere(
    product,
    (deps) => transaction(deps.db, (tx) => requestErasure(tx, deps, { country: 'AR', customerId })),
    async () => {
      const { rows } = await sql`
        select c.erased_at is not null as erased, c.document_number = ${person.documentNumber} as known,
          (select count(*)::int from address a where a.customer_id = c.id) as addresses,
          (select count(*)::int from session s where s.customer_id = c.id) > 0 as sessions,
          (select string_agg(state, ' ') from erasure_request r where r.customer_id = c.id) as request
        from customer c where c.id = ${customerId}`.execute(product.deps.db);
      seen.push(rows[0]);
    },
  );
  expect(broken).toBeGreaterThan(20);
  const before = { erased: false, known: true, addresses: 1, sessions: true, request: null };
  const after = { erased: true, known: false, addresses: 0, sessions: false, request: 'done' };
  expect(seen).toEqual(seen.map((_, at) => (at < broken ? before : after)));
});

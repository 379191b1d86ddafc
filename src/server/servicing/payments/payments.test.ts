import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { loanByPublicId, standingOf } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { confirmationOf, payout, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { expectOrders, randomOrders } from '../../testing/property.ts';
import { receivePayment, reversePayment, type IncomingPayment } from '../../loans/books/service.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

async function loanInForce() {
  const person = await signUpAndVerify(product, 'UY', { delivery: 'red-pagos' });
  const { body } = await person.call('POST /api/v3/finish-new', {
    body: confirmationOf(person, { instalments: 3 }),
  });
  const publicId: string = body.result.id;
  await payout(product, publicId);
  const row = await loanByPublicId(product.deps.db, 'UY', publicId);
  return {
    publicId,
    loanId: row!.id,
    start: row!.conditions.schedule.payoutDate,
    total: row!.finalAmount,
  };
}

async function receive(loanId: number, reference: string, amount: number, valueDate: CalendarDate) {
  const { db } = product.deps;
  return transaction(db, (tx) =>
    receivePayment(tx, product.deps, {
      loanId,
      amount: centavos(amount),
      source: 'test',
      reference,
      valueDate,
    }),
  );
}

test(
  'payments early, late, in parts, twice, out of order, ahead, too much, and taken back: books and standing agree',
  randomOrders,
  async () => {
    const { db } = product.deps;
    const part = fc.record({
      day: fc.integer({ min: 0, max: 200 }),
      share: fc.double({ min: 0.01, max: 0.8, noNaN: true }),
      meant: fc.constantFrom({}, {}, { isPayoff: true }, { prepayment: 'fewer' }, { prepayment: 'smaller' }),
      price: fc.option(fc.record({ days: fc.integer({ min: 1, max: 10 }), share: fc.constantFrom(0.5, 1) })),
      isTakenBack: fc.boolean(),
    });
    await expectOrders(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
        const { publicId, loanId, start, total } = await loanInForce();
        const later = { ...product.deps, clock: { now: () => new Date(`${addDays(start, 201)}T15:00:00Z`) } };
        for (const [index, { day, share, meant, price }] of parts.entries()) {
          const amount = Math.max(1, Math.round(total * share));
          const isPriced = price !== null && price.days <= day;
          const incoming = {
            loanId,
            amount: centavos(amount),
            source: 'test',
            reference: `${publicId}-${index}`,
            valueDate: addDays(start, day),
            ...(meant as Pick<IncomingPayment, 'isPayoff' | 'prepayment'>),
            ...(isPriced
              ? {
                  priced: {
                    on: addDays(start, day - price.days),
                    amount: centavos(Math.ceil(amount * price.share)),
                  },
                }
              : {}),
          };
          for (const isNew of [true, false]) {
            const received = await transaction(db, (tx) => receivePayment(tx, later, incoming));
            expect(received.isNew).toBe(isNew);
          }
        }
        // Out of order, each reported twice.
        for (const index of [...parts.keys()].toReversed().filter((each) => parts[each]!.isTakenBack)) {
          const { id } = await paymentOf(`${publicId}-${index}`);
          const report = { source: 'test', reportId: `${publicId}-${index}`, reason: 'network' } as const;
          const reversedOn = addDays(start, 201);
          for (const isFirst of [true, false]) {
            const state = await transaction(db, (tx) =>
              reversePayment(tx, later, { paymentId: id, reversedOn, ...report }),
            );
            expect(state !== undefined).toBe(isFirst);
          }
        }
        const row = (await loanByPublicId(db, 'UY', publicId))!;
        const standing = standingOf(row, later.clock.now());
        expect(row.state).toBe(standing.isSettled ? 'finished' : 'approved');
        const ledger = await loanBalance(db, loanId);
        expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
        expect(ledger.get('principal-receivable') ?? 0).toBe(standing.outstanding.principal);
        expect((ledger.get('customer-credit') ?? 0) + standing.credit).toBe(0);
        const paid = parts
          .filter(({ isTakenBack }) => !isTakenBack)
          .reduce((sum, { share }) => sum + Math.max(1, Math.round(total * share)), 0);
        expect(ledger.get('collections')).toBe(paid);
        expect(await planInForce(loanId)).toEqual(
          standing.plan.map(({ number, amount }) => [number, amount]),
        );
        const lines = await db
          .selectFrom('payment_allocation')
          .innerJoin('payment', 'payment.id', 'payment_allocation.payment_id')
          .select(['instalment', 'component', 'payment_allocation.amount'])
          .where('loan_id', '=', loanId)
          .execute();
        const covered = lines.reduce((sum, { amount }) => sum + amount, 0);
        expect(covered).toBe(paid - standing.credit);
      }),
      { runs: 25 },
    );
  },
);

function paymentOf(reference: string) {
  return product.deps.db
    .selectFrom('payment')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
}

/** Number and amount of each stored instalment: of the newest version, or else as agreed. */
async function planInForce(loanId: number): Promise<unknown[]> {
  const { db } = product.deps;
  const versions = await db
    .selectFrom('schedule_version_row')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('version', 'desc')
    .orderBy('number')
    .execute();
  const newest = versions.filter(({ version }) => version === versions[0]?.version);
  const agreed = db.selectFrom('instalment').selectAll().where('loan_id', '=', loanId).orderBy('number');
  const rows = newest.length > 0 ? newest : await agreed.execute();
  return rows.map((row) => [row.number, row.principal + row.interest + row.tax + row.fee + row.fee_tax]);
}

test('money for a loan that was never paid out is refused, and nothing is written', async () => {
  const person = await signUpAndVerify(product, 'UY', { delivery: 'red-pagos' });
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const row = (await loanByPublicId(product.deps.db, 'UY', body.result.id))!;
  await expect(receive(row.id, 'too-early', 100, row.conditions.schedule.payoutDate)).rejects.toThrow(
    'takes no payment',
  );
  expect(
    await product.deps.db.selectFrom('payment').select('id').where('loan_id', '=', row.id).execute(),
  ).toEqual([]);
});

test('twenty reports of one payment at once are one payment', async () => {
  const { loanId, start } = await loanInForce();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => receive(loanId, `burst-${loanId}`, 10_000, start)),
  );
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
  await expect(receive(loanId, `burst-${loanId}`, 9_999, start)).rejects.toThrow('reports another payment');
  expect((await loanBalance(product.deps.db, loanId)).get('collections')).toBe(10_000);
});

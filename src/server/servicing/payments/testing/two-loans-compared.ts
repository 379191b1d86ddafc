import { expect } from 'vitest';
import { add, centavos, type Centavos, ZERO } from '../../../../domain/money.ts';
import { payoffToPay, type LoanStanding } from '../../../../domain/standing/standing.ts';
import { bookDueCredits } from '../../../loans/books/service.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { standingOf } from '../../../loans/service.ts';
import { cents } from './credit-tools.ts';
import type { TwoLoans } from './two-loans.ts';

/** What both loans say everywhere is what the books have. */
export async function compareLoans(two: TwoLoans): Promise<void> {
  await bookDueCredits(two.product.deps, { country: two.country, date: two.today() });
  let collected = 0;
  for (const publicId of two.loans) collected += await compareLoan(two, publicId);
  const counting = two.reports.filter(({ isReversed }) => !isReversed);
  expect(collected).toBe(counting.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0));
  await compareMoves(two);
}

/** @returns what was collected for the loan */
async function compareLoan(two: TwoLoans, publicId: string): Promise<number> {
  const row = await two.row(publicId);
  const { db, clock } = two.product.deps;
  const ledger = await loanBalance(db, row.id);
  expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  const inFavour = 0 - (ledger.get('customer-credit') ?? 0);
  const principal = ledger.get('principal-receivable') ?? 0;
  const params = { id: publicId };
  const { result: loan } = (await two.one.person.call('GET /api/v3/loan-new/{id}', { params })).body;
  const { closing } = (await two.one.person.call('GET /api/v3/statement/{id}', { params })).body.result;
  expect(cents(loan.credit)).toBe(Math.max(0, inFavour));
  expect(cents(closing.in_favour)).toBe(inFavour + cents(closing.shortfall));
  if (row.state === 'canceled') {
    expect([principal, closing.outstanding, closing.payoff]).toEqual([0, 0, 0]);
    expect(cents(closing.balance)).toBe(0 - inFavour);
  } else {
    const standing = standingOf(row, clock.now());
    expect(inFavour).toBe(standing.credit - standing.shortfall);
    expect(principal).toBe(standing.outstanding.principal - standing.shortfall);
    expect(row.state).toBe(standing.isSettled ? 'finished' : 'approved');
    expect(cents(closing.outstanding)).toBe(standing.outstandingTotal);
    await compareAnswers(two, publicId, standing, closing);
  }
  return ledger.get('collections') ?? 0;
}

/** Quote and balance name the same as the books. */
async function compareAnswers(
  two: TwoLoans,
  publicId: string,
  standing: LoanStanding,
  closing: { readonly payoff: number; readonly payoff_until: string },
): Promise<void> {
  const { one, country, product } = two;
  const payoff = payoffToPay(standing);
  if (closing.payoff_until === '') expect(cents(closing.payoff)).toBe(payoff);
  const params = { id: publicId };
  const quote = await one.person.call('GET /api/v3/loan/{id}/settlement', { params });
  expect(quote.status).toBe(standing.isSettled ? 404 : 200);
  if (quote.status === 200) expect(cents(quote.body.result.total)).toBe(payoff);
  const body = { document_type: 1, document_number: one.documentNumber };
  const to = { country, token: one.person.token, body };
  const { model } = (await product.call('POST /api/v3/balance', to)).body;
  if (model.loanId !== publicId) return;
  // Without a loan in force the balance tells what the other loan holds too.
  const elsewhere = standing.isSettled ? await heldBesides(two, publicId) : ZERO;
  expect([model.debtfree, cents(model.credit), cents(model.shortfall)]).toEqual([
    standing.isSettled,
    add(standing.credit, elsewhere),
    standing.shortfall,
  ]);
}

/** What the other loan holds in favour, centavos. */
async function heldBesides(two: TwoLoans, publicId: string): Promise<Centavos> {
  const others = two.loans.filter((id) => id !== publicId);
  const held = await Promise.all(others.map((id) => two.ledger(id, 'customer-credit')));
  return centavos(0 - held.filter((entry) => entry < 0).reduce((sum: number, entry) => sum + entry, 0));
}

/** What goes out of one loan comes into the other. */
async function compareMoves(two: TwoLoans): Promise<void> {
  const ids = await Promise.all(two.loans.map(async (id) => (await two.row(id)).id));
  const moves = await two.product.deps.db
    .selectFrom('payment')
    .leftJoin('payment_reversal as v', 'v.payment_id', 'payment.id')
    .select(['amount', 'value_date', 'reference'])
    .where('loan_id', 'in', ids)
    .where('payment.source', '=', 'credit-transfer')
    .where('v.payment_id', 'is', null)
    .execute();
  expect(moves.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  const out = moves.filter(({ amount }) => amount < 0);
  for (const { amount, value_date, reference } of out)
    expect(moves).toContainEqual({
      amount: 0 - amount,
      value_date,
      reference: reference.replace('-out', '-in'),
    });
}

import type { CountryCode } from '../../../../countries/country-pack.ts';
import { holidaysOf } from '../../../../countries/holidays.ts';
import { withdrawalUntil } from '../../../../countries/law/withdrawal-window.ts';
import { addDays } from '../../../../domain/calendar-date.ts';
import { openSession } from '../../../customers/sessions/service.ts';
import { auditBooks, writtenOf } from '../../../loans/books/service.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { loansById } from '../../../loans/service.ts';
import { requestRenewal } from '../../../origination/offers/service.ts';
import { transaction } from '../../../platform/database.ts';
import { confirmationOf, payout, type Traveller } from '../../../testing/journey.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { changeSetting } from '../../../testing/settings.ts';
import { goTo, todayOf } from '../../debits/testing/debtor.ts';
import { lapseReturns, withdrawFor } from '../../withdrawals/service.ts';
import { rewardFor } from '../reward.ts';
import { accrueRewards } from '../service.ts';

export interface StoredLoan {
  readonly id: number;
  readonly publicId: string;
  readonly state: string;
}

/** Runs the referral programme and its people's actions, on a product without a worker. */
export function programmeOf(product: TestProduct, country: CountryCode) {
  const { deps } = product;
  const { db } = deps;

  async function runs(from = '2020-01-01', to = '2099-12-31', reward = '5000'): Promise<void> {
    await changeSetting(db, country, 'referral-from', from);
    await changeSetting(db, country, 'referral-to', to);
    await changeSetting(db, country, 'referral-reward', reward);
  }

  async function customerOf({ documentNumber }: Pick<Traveller, 'documentNumber'>) {
    return db
      .selectFrom('customer')
      .selectAll()
      .where('country', '=', country)
      .where('document_number', '=', documentNumber)
      .executeTakeFirstOrThrow();
  }

  /** Logs in again, since the clock of these tests outlasts every session. */
  async function login(person: Pick<Traveller, 'documentNumber'>) {
    const { id: customerId } = await customerOf(person);
    const who = { country, customerId, method: 'sms', origin: { device: '' } } as const;
    return transaction(db, async (tx) => {
      await requestRenewal(tx, deps, customerId);
      return { country, token: (await openSession(tx, deps, who)).token };
    });
  }

  async function profile(person: Traveller) {
    const { legal_number, document_number } = await customerOf(person);
    const answer = await product.call('GET /api/v3/profile/private/{legal_number}', {
      ...(await login(person)),
      params: { legal_number: legal_number || document_number },
      query: { parameter: '', referrer: '' },
    });
    return answer.body.result;
  }

  async function loansOf(person: Traveller): Promise<readonly StoredLoan[]> {
    const { id } = await customerOf(person);
    return db
      .selectFrom('loan')
      .select(['id', 'public_id as publicId', 'state'])
      .where('customer_id', '=', id)
      .orderBy('id')
      .execute();
  }

  /** Runs the worker's reward job for a person's loans. */
  async function work(person: Traveller): Promise<void> {
    for (const { id } of await loansOf(person)) await rewardFor(deps, { loanId: id });
  }

  /** Confirms another loan and pays it out; rewards are spent on it by {@link work}. */
  async function payoutAnother(person: Traveller): Promise<StoredLoan> {
    const to = await login(person);
    // A further loan needs a proved e-mail address.
    await db
      .updateTable('customer')
      .set({ email_proved_at: deps.clock.now(), email_proved_by: 'link' })
      .where('id', '=', (await customerOf(person)).id)
      .execute();
    const offer = (await product.call('GET /api/v1/clients/credit-ratings', to)).body.result;
    const body = confirmationOf({ offer }, { instalments: 3 });
    const { body: confirmed } = await product.call('POST /api/v3/finish-new', { ...to, body });
    await payout(product, confirmed.result.id);
    const loan = (await loansOf(person)).find(({ publicId }) => publicId === confirmed.result.id);
    if (loan?.state !== 'approved') throw new Error('the loan was not paid out');
    return loan;
  }

  /** Borrows again, and spends available rewards. */
  async function borrow(person: Traveller): Promise<StoredLoan> {
    const loan = await payoutAnother(person);
    await work(person);
    return loan;
  }

  /** Requests the payment of a settlement or a return; undefined if there is nothing to pay. */
  async function ask(person: Traveller, { publicId }: StoredLoan, kind: 'settlement' | 'withdrawal') {
    const to = { ...(await login(person)), params: { id: publicId } };
    const quote = await product.call('GET /api/v3/loan/{id}/settlement', to);
    if (quote.status !== 200) return undefined;
    const { total: closing, withdrawal } = quote.body.result;
    const total = kind === 'settlement' ? closing : withdrawal?.amount;
    if (total === undefined) return undefined;
    const body = { kind, payment_method: 'bank-transfer', total };
    const asked = await product.call('POST /api/v3/loan/{id}/settlement', { ...to, body });
    const { hash = '' }: { hash?: string } = asked.body.result ?? {};
    return hash === '' ? undefined : { hash, total: total as number };
  }

  /** @param amount other than the one requested */
  async function drive(what: 'settle' | 'reverse', hash: string, amount?: number): Promise<void> {
    const { status } = await product.call(`POST /sandbox/payments/{hash}/${what}`, {
      country,
      params: { hash },
      ...(amount === undefined ? {} : { body: { amount } }),
    });
    if (status !== 200) throw new Error(`the payment was not driven: ${status}`);
  }

  /** Withdraws from a loan. @returns state of the request, '' if refused */
  async function withdraw(person: Traveller, { publicId }: StoredLoan): Promise<string> {
    const body = { kind: 'loan', loan_id: publicId, reason: '' };
    const answer = await product.call('POST /api/v3/withdrawal/own', { ...(await login(person)), body });
    return answer.body.model?.state ?? '';
  }

  /** Withdraws from a loan and returns its money. @returns the payment's hash */
  async function undo(person: Traveller, loan: StoredLoan): Promise<string> {
    await withdraw(person, loan);
    return giveBack(person, loan);
  }

  async function giveBack(person: Traveller, loan: StoredLoan): Promise<string> {
    const asked = await ask(person, loan, 'withdrawal');
    if (asked === undefined) throw new Error('there is nothing to be given back');
    await drive('settle', asked.hash);
    return asked.hash;
  }

  /** Accepts a withdrawal late, as staff who find that it was requested in time. @returns the payment's hash */
  async function undoLate(person: Traveller, loan: StoredLoan, requestedAt: Date): Promise<string> {
    const { id: customerId } = await customerOf(person);
    const asked = { country, customerId, loanId: loan.publicId, reason: '', requestedAt };
    await transaction(db, (tx) => withdrawFor(tx, deps, asked));
    return giveBack(person, loan);
  }

  /** Lapses withdrawals whose money did not come back in time. */
  const lapse = () => lapseReturns(deps, { country, date: todayOf(product, country) });

  /** Runs the programme's daily job. */
  const accrue = () => accrueRewards(deps, { country, date: todayOf(product, country) });

  /** Moves to the last day on which a loan of today can be withdrawn from, and runs its jobs. */
  async function lastDay(): Promise<void> {
    const today = todayOf(product, country);
    await goTo(product, withdrawalUntil(country, today, today, holidaysOf(country)));
    await accrue();
  }

  /** Moves to the first day on which a loan of today can no longer be withdrawn from, and runs its jobs. */
  async function afterTerm(): Promise<void> {
    await lastDay();
    await goTo(product, addDays(todayOf(product, country), 1));
    await accrue();
  }

  const counts = async (person: Traveller) => (await profile(person)).referrals;
  const queryOf = async (person: Traveller) => new URL((await profile(person)).referral_link).search;

  /** Discount cost in the ledger of a person's loans, and audit findings. */
  async function books(person: Traveller) {
    const ids = (await loansOf(person)).map(({ id }) => id);
    const loans = await loansById(db, ids);
    const written = await writtenOf(db, loans);
    const found = loans.flatMap((loan) => auditBooks(loan, written(loan), todayOf(product, country)));
    let cost = 0;
    for (const id of ids) cost += (await loanBalance(db, id)).get('promotion-cost') ?? 0;
    return { cost, found };
  }

  return {
    accrue,
    afterTerm,
    ask,
    books,
    borrow,
    counts,
    customerOf,
    drive,
    lapse,
    lastDay,
    loansOf,
    login,
    payoutAnother,
    profile,
    queryOf,
    runs,
    undo,
    undoLate,
    withdraw,
    work,
  };
}

import type { z } from 'zod';
import type { customerPage } from '../../../contract/staff/customer-page.ts';
import type { Permission } from '../../../contract/staff/permissions.ts';
import { nextStep } from '../../../countries/application-steps.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Known } from '../../content/service.ts';
import { waitingChanges } from '../../loans/actions/service.ts';
import { payoutsOfCustomer } from '../../loans/payout-desk/service.ts';
import {
  everyOpenPayment,
  openPaymentAnswers,
  standingOf,
  type LoanAnswer,
  type LoanDetails,
} from '../../loans/service.ts';
import { lastDecisionOf } from '../../origination/offers/service.ts';
import { openRequestsOf } from '../../rights/requests/service.ts';
import { debitProspect, debitsOfLoans, type DebitProspect } from '../../servicing/debits/service.ts';
import { membershipOfLoan } from '../../servicing/memberships/service.ts';
import { methodAnswers } from '../../servicing/payments/service.ts';
import type { CustomerRow } from './queries.ts';

type Page = z.output<typeof customerPage>;
type Asked = Page['asked'];
type LoanAsked = Asked['loans'][number];

type Reading = Pick<Dependencies, 'db' | 'config'>;

/** Loans that a caller may ask about: those under way, and the newest one. */
const isAskedAbout = ({ state }: LoanDetails, index: number) =>
  index === 0 || state === 'send' || state === 'preapproved' || state === 'approved';

/**
 * Answers to a caller's first questions: what to pay and how, the next debit, where the money is, the
 * application, the decision and the requests. Each part only for permissions that read its source.
 */
export async function askedOf(
  { db, config }: Reading,
  customer: CustomerRow,
  loans: readonly LoanDetails[],
  { known, permissions }: { readonly known: Known; readonly permissions: ReadonlySet<Permission> },
): Promise<Asked> {
  const { id, country } = customer;
  const day = { country, date: localDate(known.now, country) };
  const current = loans.filter(isAskedAbout);
  const ids = current.map((loan) => loan.id);
  const [debits, memberships, payouts, decision, requests, methods, changes] = await Promise.all([
    debitsOfLoans(db, day, ids),
    Promise.all(current.map(async (loan) => (loan.isMembership ? membershipOfLoan(db, loan.id) : undefined))),
    permissions.has('payouts.read') ? payoutsOfCustomer(db, id, ids, known) : [],
    lastDecisionOf(db, id),
    permissions.has('tickets.read') ? openRequestsOf(db, id, known) : [],
    methodAnswers({ db, config }, country),
    waitingChanges(db, ids),
  ]);
  return {
    step: stepOf(customer, loans),
    decision: decision ? decisionAnswer(decision, known) : null,
    methods: methods.map(({ name }) => name),
    requests,
    loans: current.map((loan, index) => ({
      id: String(loan.id),
      is_paused: loan.isPaused,
      open_payments: openPaymentsOf(loan, known),
      debit: debitAnswer(loan, debits.get(loan.id), known),
      membership: membershipAnswer(memberships[index]),
      waiting: changes.get(loan.id) ?? null,
      payout: payoutAnswer(payouts.find((each) => each.id === String(loan.id))),
    })),
  };
}

/** Step at which the application waits; '' with a loan under way, after its last step, or without an account. */
function stepOf(customer: CustomerRow, loans: readonly LoanDetails[]): string {
  const isUnderWay = loans.some(({ state }) => state !== 'finished' && state !== 'canceled');
  if (isUnderWay || customer.erased_at !== null) return '';
  const { delivery_type: deliveryType, credit_card_verified: card, ...marks } = customer;
  const verifications = { ...marks, credit_cart_verified: card };
  const progress = { verifications, deliveryType: deliveryTypeOf(customer.country, deliveryType) };
  return nextStep(packOf(customer.country), progress)?.name ?? '';
}

const deliveryTypeOf = (country: CountryCode, stored: string | null) =>
  packOf(country).deliveryTypes.find((each) => each === stored);

function decisionAnswer(
  { rule, at, expiresAt, minAmount, maxAmount, age, standing, priceList, told }: Decision,
  { now }: Known,
): NonNullable<Asked['decision']> {
  return {
    rule,
    at: at.toISOString(),
    expires: expiresAt.toISOString(),
    is_live: expiresAt > now,
    min_amount: minAmount === null ? null : toUnits(minAmount),
    max_amount: maxAmount === null ? null : toUnits(maxAmount),
    age,
    bureau: standing,
    told: maxAmount === null ? told : '',
    price_list: priceList,
  };
}

type Decision = NonNullable<Awaited<ReturnType<typeof lastDecisionOf>>>;

function openPaymentsOf(loan: LoanDetails, { now }: Known): LoanAsked['open_payments'] {
  const today = localDate(now, loan.country);
  const shown = { country: loan.country, today, isOwner: true };
  // The address of its paper opens the borrower's document: it is no part of the page.
  return openPaymentAnswers(everyOpenPayment(loan), shown, () => '').map((each) => ({
    method: each.supplier_name,
    kind: each.kind,
    purpose: each.purpose,
    state: each.state,
    amount: each.amount,
    due_date: each.due_date,
    barcode: each.barcode,
    reference: each.reference,
    instalments: each.installments,
    is_strangers: each.opened_by === 'stranger',
  }));
}

type Debits = Awaited<ReturnType<typeof debitsOfLoans>>;

/** Debit of the oldest unpaid instalment that has one. */
function debitAnswer(
  loan: LoanDetails,
  debits: ReturnType<Debits['get']>,
  { now, holidays }: Known,
): LoanAsked['debit'] {
  if (loan.state !== 'approved') return null;
  const { country } = loan;
  const day = { country, date: localDate(now, country) };
  const closed = holidays.knownAt(country, now);
  const prospects = standingOf(loan, now)
    .instalments.filter(({ settledOn, isDropped }) => settledOn === null && !isDropped)
    .map((instalment) => ({ instalment, prospect: debitProspect(debits, instalment, day, closed) }));
  const next = prospects.find(({ prospect: { kind } }) => kind === 'charging' || kind === 'planned');
  const found = next ?? prospects.find(({ prospect: { kind } }) => kind === 'declined');
  if (!found) return null;
  return { instalment: found.instalment.number, ...prospectAnswer(found.prospect) };
}

function prospectAnswer(prospect: DebitProspect): Omit<NonNullable<LoanAsked['debit']>, 'instalment'> {
  const card = 'card' in prospect ? prospect.card : undefined;
  return {
    state: prospect.kind === 'charging' || prospect.kind === 'planned' ? prospect.kind : 'declined',
    on: prospect.kind === 'planned' ? formatDate(prospect.on) : '',
    brand: card?.brand ?? '',
    last_four: card?.lastFour ?? '',
  };
}

function membershipAnswer(row: Awaited<ReturnType<typeof membershipOfLoan>>): LoanAsked['membership'] {
  if (!row) return null;
  return {
    price: toUnits(centavos(row.price)),
    owed: toUnits(centavos(row.owed)),
    ended_at: row.ended_at?.toISOString() ?? '',
    charge_on: row.charge_on === null ? '' : formatDate(row.charge_on),
    charge_state: row.charge_state ?? '',
    is_waived: row.waived > 0,
  };
}

function payoutAnswer(order: Awaited<ReturnType<typeof payoutsOfCustomer>>[number] | undefined) {
  if (!order) return null;
  const { state, waits_for, late, amount, account, changed_at, contradicted } = order;
  return { state, waits_for, late, amount, account, changed_at, contradicted };
}

/** Arrival date of the money as promised to the borrower, in words; '' once it has arrived. */
export const promiseOf = ({ arrival }: LoanAnswer): string =>
  arrival === null || arrival.state === 'arrived' ? '' : arrival.sentence;

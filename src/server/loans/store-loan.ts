import { sql, type RawBuilder } from 'kysely';
import { packOf } from '../../countries/index.ts';
import { disbursementRequested } from '../../domain/ledger.ts';
import type { Plan } from '../../domain/pricing.ts';
import { postingParts, type Posting } from './ledger/service.ts';
import { messagesInsert } from '../messages/service.ts';
import { eventsInsert, type Event } from '../platform/events.ts';
import type { AcceptedDocument } from './acceptance.ts';
import { termsOf } from './conditions.ts';
import { confirmedMessage } from './loan-messages.ts';
import type { AcceptedLoan, ConfirmDependencies, Confirmation } from './confirmation.ts';

/** Rates kept with a loan, fractions; the first two are what the country advertises. */
export interface StoredRates {
  readonly interestRate: number;
  readonly cft: number;
  readonly tna: number;
  readonly tea: number;
  readonly cftna: number;
  readonly cftea: number;
  readonly cfteaDated: number;
}

/** The same loan without membership (`original_…` on the wire); the amount in centavos. */
export interface StoredOriginal {
  readonly interestRate: number;
  readonly cft: number;
  readonly finalAmount: number;
}

interface NewLoan extends AcceptedLoan {
  readonly publicId: string;
  readonly documents: readonly AcceptedDocument[];
  readonly confirmation: Confirmation;
  readonly now: Date;
}

/** The statement that writes everything a confirmed loan consists of: loan, schedule, acceptance, payout, ledger, event, message. */
export function loanStatement(deps: ConfirmDependencies, loan: NewLoan): RawBuilder<unknown> {
  const { posted, entries } = postingParts(requestedPosting(loan));
  return sql`
    with new_loan as (${loanInsert(loan)}),
      planned_instalments as (${instalmentsInsert(loan)}),
      accepted as (${acceptanceInsert(loan)}),
      pay_out as (${disbursementInsert(deps, loan)}),
      posted as (${posted}), entries as (${entries}),
      told as (${messagesInsert(deps, loan.applicant.country, [confirmedMessage(deps, loan)])})
    ${eventsInsert([confirmedEvent(loan)])}`;
}

function loanInsert({ id, publicId, applicant, price, delivery, now }: NewLoan) {
  const { plan, terms, withoutMembership } = price;
  return sql`
    insert into loan (id, public_id, country, currency, customer_id, offer_id, state, principal, amount_delivered,
      instalment_count, instalment_amount, final_amount, is_membership, terms, rates, original, delivery_type,
      delivery_point, bank_account_id, interest_from, created_at)
    overriding system value
    values (${id}, ${publicId}, ${applicant.country}, ${plan.currency}, ${applicant.id}, ${price.offerId}, 'send',
      ${plan.principal}, ${plan.amountDelivered}, ${plan.instalments}, ${plan.payment}, ${plan.finalAmount},
      ${price.isMembership}, ${JSON.stringify(termsOf(plan, terms))}, ${JSON.stringify(ratesOf(plan, applicant))},
      ${JSON.stringify(originalOf(withoutMembership, applicant))}, ${delivery.type}, ${delivery.point},
      ${delivery.account?.id ?? null}, ${plan.disbursementDate}, ${now})`;
}

function ratesOf(plan: Plan, { country }: NewLoan['applicant']): StoredRates {
  const { tna, tea, cftna, cfteaPeriodic12, cfteaActual365 } = plan.rates;
  const interestRate = packOf(country).tasaSigla === 'TNA' ? tna : tea;
  return { interestRate, cft: cftna, tna, tea, cftna, cftea: cfteaPeriodic12, cfteaDated: cfteaActual365 };
}

function originalOf(plan: Plan, applicant: NewLoan['applicant']): StoredOriginal {
  const { interestRate, cft } = ratesOf(plan, applicant);
  return { interestRate, cft, finalAmount: plan.finalAmount };
}

function instalmentsInsert({ id, price }: NewLoan) {
  const { rows } = price.plan.schedule;
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  // Seven arrays instead of seven parameters a row: one short statement for any number of instalments.
  return sql`
    insert into instalment (loan_id, number, due_date, principal, interest, tax, fee, fee_tax)
    select ${id}::bigint, * from unnest(
      ${column('number')}::smallint[], ${column('dueDate')}::date[], ${column('principal')}::bigint[],
      ${column('interest')}::bigint[], ${column('tax')}::bigint[], ${column('fee')}::bigint[], ${column('feeTax')}::bigint[])`;
}

function acceptanceInsert({ id, documents, confirmation: { origin }, now }: NewLoan) {
  return sql`
    insert into acceptance (loan_id, at, address, device, documents)
    values (${id}, ${now}, ${origin.address}, ${origin.device}, ${JSON.stringify(documents)})`;
}

function disbursementInsert(deps: ConfirmDependencies, { id, price, delivery, confirmation, now }: NewLoan) {
  // As long as the transfer rail's origin_id may be (docs/product/providers.md#bank-transfers); the unique
  // index catches a repetition.
  const reference = deps.random.digits(15);
  return sql`
    insert into disbursement (loan_id, reference, rail, amount, holder, legal_number, bank_id, destination, state,
      is_on_hold, created_at, changed_at)
    values (${id}, ${reference}, ${deps.ports.payouts[delivery.type].name}, ${price.plan.amountDelivered},
      ${delivery.holder}, ${delivery.legalNumber}, ${delivery.bankId}, ${delivery.destination}, 'planned',
      ${confirmation.isOnHold ?? false}, ${now}, ${now})`;
}

function requestedPosting({ id, applicant, price: { plan }, now }: NewLoan): Posting {
  return {
    country: applicant.country,
    currency: plan.currency,
    kind: 'disbursement-requested',
    loanId: id,
    customerId: applicant.id,
    valueDate: plan.disbursementDate,
    at: now,
    entries: disbursementRequested(plan),
  };
}

function confirmedEvent({ id, applicant, price, confirmation: { origin }, now }: NewLoan): Event {
  const { plan, isMembership } = price;
  return {
    at: now,
    country: applicant.country,
    kind: 'loan-confirmed',
    customerId: applicant.id,
    loanId: id,
    requestId: origin.requestId,
    address: origin.address,
    detail: { principal: plan.principal, instalments: plan.instalments, membership: isMembership },
  };
}

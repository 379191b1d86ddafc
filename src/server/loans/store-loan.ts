import { sql } from 'kysely';
import type { Destination, HolderNumber } from '../../countries/country.ts';
import type { CountryCode, DeliveryType } from '../../countries/country-pack.ts';
import { payoutRequested } from '../../domain/ledger.ts';
import type { Centavos } from '../../domain/money.ts';
import type { Plan, PriceTerms } from '../../domain/pricing.ts';
import type { Dependencies } from '../dependencies.ts';
import { messageQueue, messagesInsert, type OutgoingMessage } from '../messages/service.ts';
import { sendStatement, type Tx } from '../platform/database.ts';
import { eventsInsert, type Event } from '../platform/events.ts';
import { basicPlanInserts, type BasicPlan } from './basic-plan.ts';
import { ratesOf, termsOf, unnestedRows } from './conditions.ts';
import { NOT_DUE, payoutRows } from './payout-record.ts';
import { postingParts, type Posting } from './ledger/service.ts';

/** Figures of the loan without membership (`original_…` in the API). */
export interface StoredOriginal {
  readonly interestRate: number;
  readonly cft: number;
  readonly finalAmount: Centavos;
}

/** Destination of the money, as in the payout order. */
export interface Delivery {
  readonly type: DeliveryType;
  readonly point: string;
  readonly accountId: number | null;
  readonly holder: string;
  readonly legalNumber: HolderNumber;
  readonly bankId: string;
  readonly destination: Destination;
}

/** Loan that was checked, priced and accepted, but not yet written. */
interface NewLoan {
  /** Row id, allocated beforehand so that one statement can write the loan and all references to it. */
  readonly id: number;
  readonly publicId: string;
  readonly country: CountryCode;
  readonly customerId: number;
  readonly offerId: number;
  readonly plan: Plan;
  readonly terms: PriceTerms;
  readonly withoutMembership: Plan;
  /** Plan that applies if the membership ends without charge; undefined without membership. */
  readonly basicPlan: BasicPlan | undefined;
  readonly isMembership: boolean;
  /** CFTEA including the membership's price; undefined without the membership. */
  readonly cfteaWithMembership: number | undefined;
  readonly delivery: Delivery;
  /** Operator's hold: nothing is paid out until it is lifted. */
  readonly isOnHold: boolean;
  /** The applicant's photos need a manual review first. */
  readonly awaitsIdentity: boolean;
  readonly accepted: {
    readonly documents: readonly object[];
    readonly address: string;
    readonly device: string;
    readonly requestId: string;
  };
  readonly messages: readonly OutgoingMessage[];
  readonly now: Date;
}

type StoreDependencies = Pick<Dependencies, 'clock' | 'config' | 'random' | 'vault' | 'jobs' | 'ports'>;

/**
 * Writes everything a confirmed loan consists of in one statement: loan, schedule, acceptance, payout order, ledger,
 * event and messages.
 */
export function storeLoan(tx: Tx, deps: StoreDependencies, loan: NewLoan): void {
  const { drawn, posted, entries } = postingParts([requestedPosting(loan)]);
  const statement = sql`
    with new_loan as (${loanInsert(loan)}),
      planned_instalments as (${instalmentsInsert(loan)}),
      ${loan.basicPlan ? basicPlanInserts(loan.id, loan.country, loan.basicPlan) : sql``}
      accepted as (${acceptanceInsert(loan)}),
      pay_out as (${payoutInsert(deps, loan)}),
      drawn as (${drawn}), posted as (${posted}), entries as (${entries}),
      told as (${messagesInsert(deps, loan.country, loan.messages)})
    ${eventsInsert([confirmedEvent(loan)])}`;
  sendStatement(tx, statement.compile(tx));
  for (const queue of [messageQueue, payoutRows.name]) deps.jobs.wake(tx, queue);
}

function loanInsert(loan: NewLoan) {
  const { id, publicId, country, customerId, offerId, plan, terms, isMembership, delivery, now } = loan;
  return sql`
    insert into loan (id, public_id, country, currency, customer_id, offer_id, state, principal, amount_delivered,
      instalment_count, instalment_amount, final_amount, is_membership, terms, rates, original, delivery_type,
      delivery_point, bank_account_id, interest_from, may_have_rare_facts, tax_rule, tax_pro_rata, created_at)
    overriding system value
    values (${id}, ${publicId}, ${country}, ${plan.currency}, ${customerId}, ${offerId}, 'send',
      ${plan.principal}, ${plan.amountDelivered}, ${plan.instalments}, ${plan.payment}, ${plan.finalAmount},
      ${isMembership}, ${JSON.stringify(termsOf(plan, terms))}, ${JSON.stringify({ ...ratesOf(plan, country), cfteaWithMembership: loan.cfteaWithMembership })},
      ${JSON.stringify(originalOf(loan))}, ${delivery.type}, ${delivery.point},
      ${delivery.accountId}, ${plan.payoutDate}, false, 'payment', true, ${now})`;
}

function originalOf({ withoutMembership, country }: NewLoan): StoredOriginal {
  const { interestRate, cft } = ratesOf(withoutMembership, country);
  return { interestRate, cft, finalAmount: withoutMembership.finalAmount };
}

function instalmentsInsert({ id, plan }: NewLoan) {
  return sql`
    insert into instalment (loan_id, number, due_date, principal, interest, tax, fee, fee_tax)
    select ${id}::bigint, * from ${unnestedRows(plan.schedule.rows)}`;
}

function acceptanceInsert({ id, accepted: { documents, address, device }, now }: NewLoan) {
  return sql`
    insert into acceptance (loan_id, at, address, device, documents)
    values (${id}, ${now}, ${address}, ${device}, ${JSON.stringify(documents)})`;
}

function payoutInsert(
  deps: StoreDependencies,
  { id, country, plan, delivery, isMembership, isOnHold, awaitsIdentity, now }: NewLoan,
) {
  // Longest origin_id that the transfer rail allows (docs/product/providers.md#bank-transfers); the unique
  // index catches a collision.
  const reference = deps.random.digits(15);
  return sql`
    insert into payout (loan_id, loan_country, reference, rail, amount, holder, legal_number, bank_id, destination,
      state, is_turbo, is_on_hold, awaits_identity, due_at, created_at, changed_at)
    values (${id}, ${country}, ${reference}, ${deps.ports.payouts[delivery.type].name}, ${plan.amountDelivered},
      ${delivery.holder}, ${delivery.legalNumber}, ${delivery.bankId}, ${delivery.destination}, 'planned',
      ${isMembership}, ${isOnHold}, ${awaitsIdentity}, ${awaitsIdentity ? NOT_DUE : sql`now()`}, ${now}, ${now})`;
}

function requestedPosting({ id, country, customerId, plan, now }: NewLoan): Posting {
  return {
    country,
    currency: plan.currency,
    kind: 'disbursement-requested',
    loanId: id,
    customerId,
    valueDate: plan.payoutDate,
    at: now,
    entries: payoutRequested(plan),
  };
}

function confirmedEvent({ id, country, customerId, plan, isMembership, accepted, now }: NewLoan): Event {
  return {
    at: now,
    country,
    kind: 'loan-confirmed',
    customerId,
    loanId: id,
    requestId: accepted.requestId,
    address: accepted.address,
    detail: { principal: plan.principal, instalments: plan.instalments, membership: isMembership },
  };
}

import { sql } from 'kysely';
import { packOf } from '../../countries/index.ts';
import { disbursementRequested } from '../../domain/ledger.ts';
import type { Plan } from '../../domain/pricing.ts';
import { post } from '../ledger/service.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import type { AcceptedDocument } from './acceptance.ts';
import { termsOf } from './conditions.ts';
import type { AcceptedLoan, ConfirmDependencies, Confirmation } from './confirmation.ts';

/** Rates kept with a loan, fractions; the first two are what the country advertises (A §9). */
export interface StoredRates {
  readonly interestRate: number;
  readonly cft: number;
  readonly tna: number;
  readonly tea: number;
  readonly cftna: number;
  readonly cftea: number;
  readonly cfteaDated: number;
}

/** The same loan without membership (B §3 `original_…`); the amount in centavos. */
export interface StoredOriginal {
  readonly interestRate: number;
  readonly cft: number;
  readonly finalAmount: number;
}

interface NewLoan extends AcceptedLoan {
  readonly documents: readonly AcceptedDocument[];
  readonly confirmation: Confirmation;
  readonly now: Date;
}

export interface StoredLoanIds {
  readonly loanId: number;
  readonly publicId: string;
  /** Settles when everything but the loan itself is written too; to be waited for within the transaction. */
  readonly written: Promise<unknown>;
}

/** Writes everything that a confirmed loan consists of, but for job and message. */
export async function storeLoan(tx: Tx, deps: ConfirmDependencies, loan: NewLoan): Promise<StoredLoanIds> {
  const publicId = deps.chance.token();
  const loanId = await insertLoan(tx, loan, publicId);
  const written = Promise.all([
    insertInstalments(tx, loanId, loan.price.plan),
    insertAcceptance(tx, loan, loanId),
    insertDisbursement(tx, deps, loan, loanId),
    postRequested(tx, loan, loanId),
    recordConfirmed(tx, loan, loanId),
  ]);
  return { loanId, publicId, written };
}

async function insertLoan(
  tx: Tx,
  { applicant, price, delivery, now }: NewLoan,
  publicId: string,
): Promise<number> {
  const { plan, terms, withoutMembership } = price;
  const row = await tx
    .insertInto('loan')
    .values({
      public_id: publicId,
      country: applicant.country,
      currency: plan.currency,
      customer_id: applicant.id,
      offer_id: price.offerId,
      state: 'send',
      principal: plan.principal,
      amount_delivered: plan.amountDelivered,
      instalment_count: plan.instalments,
      instalment_amount: plan.payment,
      final_amount: plan.finalAmount,
      is_membership: price.isMembership,
      terms: JSON.stringify(termsOf(plan, terms)),
      rates: JSON.stringify(ratesOf(plan, applicant)),
      original: JSON.stringify(originalOf(withoutMembership, applicant)),
      delivery_type: delivery.type,
      delivery_point: delivery.point,
      bank_account_id: delivery.account?.id ?? null,
      interest_from: plan.disbursementDate,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
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

async function insertInstalments(tx: Tx, loanId: number, { schedule }: Plan): Promise<void> {
  const { rows } = schedule;
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  // Seven arrays instead of seven parameters a row: one short statement whatever the number of instalments.
  await sql`
    insert into instalment (loan_id, number, due_date, principal, interest, tax, fee, fee_tax)
    select ${loanId}::bigint, * from unnest(
      ${column('number')}::smallint[], ${column('dueDate')}::date[], ${column('principal')}::bigint[],
      ${column('interest')}::bigint[], ${column('tax')}::bigint[], ${column('fee')}::bigint[], ${column('feeTax')}::bigint[])
  `.execute(tx);
}

async function insertDisbursement(
  tx: Tx,
  deps: ConfirmDependencies,
  { price, delivery, confirmation, now }: NewLoan,
  loanId: number,
): Promise<void> {
  await tx
    .insertInto('disbursement')
    .values({
      loan_id: loanId,
      // As long as the transfer rail's origin_id may be (domain.md §4); the unique index catches a repetition.
      reference: deps.chance.digits(15),
      rail: deps.ports.payouts[delivery.type].name,
      amount: price.plan.amountDelivered,
      holder: delivery.holder,
      legal_number: delivery.legalNumber,
      bank_id: delivery.bankId,
      destination: delivery.destination,
      state: 'planned',
      is_on_hold: confirmation.isOnHold ?? false,
      created_at: now,
      changed_at: now,
    })
    .execute();
}

async function insertAcceptance(
  tx: Tx,
  { documents, confirmation, now }: NewLoan,
  loanId: number,
): Promise<void> {
  await tx
    .insertInto('acceptance')
    .values({
      loan_id: loanId,
      at: now,
      address: confirmation.origin.address,
      device: confirmation.origin.device,
      documents: JSON.stringify(documents),
    })
    .execute();
}

function postRequested(tx: Tx, { applicant, price: { plan }, now }: NewLoan, loanId: number): Promise<void> {
  return post(tx, {
    country: applicant.country,
    currency: plan.currency,
    kind: 'disbursement-requested',
    loanId,
    customerId: applicant.id,
    valueDate: plan.disbursementDate,
    at: now,
    entries: disbursementRequested(plan),
  });
}

function recordConfirmed(
  tx: Tx,
  { applicant, price, confirmation, now }: NewLoan,
  loanId: number,
): Promise<void> {
  const { plan, isMembership } = price;
  return recordEvent(tx, {
    at: now,
    country: applicant.country,
    kind: 'loan-confirmed',
    customerId: applicant.id,
    loanId,
    requestId: confirmation.origin.requestId,
    address: confirmation.origin.address,
    detail: { principal: plan.principal, instalments: plan.instalments, membership: isMembership },
  });
}

import type { z } from 'zod';
import type { customerPage } from '../../../contract/staff/customer-page.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { centavos, toUnits, ZERO } from '../../../domain/money.ts';
import type { Known } from '../../content/service.ts';
import {
  addressModel,
  addressOf,
  bankAccountsOf,
  cardModel,
  cardsOf,
  imagesOf,
} from '../../customers/profile/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Permission } from '../../../contract/staff/permissions.ts';
import { recoveryOn } from '../../loans/books/service.ts';
import { ledgerVersions } from '../../loans/ledger/service.ts';
import { canBeWrittenOff, writeOffsOf } from '../../loans/write-off/service.ts';
import {
  balanceOf,
  loanAnswer,
  loansOfCustomer,
  negativeInformationOf,
  standingOf,
  type LoanDetails,
} from '../../loans/service.ts';
import { claimForStaff } from '../../origination/claims/service.ts';
import { pendingInSlots } from '../../staff/actions/service.ts';
import { maskAccount, maskDocument, maskEmail, maskPhone } from '../../staff/masks/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { askedOf, promiseOf } from './asked.ts';
import { claimSlot } from './service.ts';
import { mostPayments, paymentsOf, type CustomerRow } from './queries.ts';

type Page = z.output<typeof customerPage>;

/** Data of a customer's page; the history is loaded page by page (timeline.ts). */
export async function pageOf(
  { db, clock, config, holidays }: Pick<Dependencies, 'db' | 'clock' | 'config' | 'holidays'>,
  customer: CustomerRow,
  permissions: ReadonlySet<Permission>,
): Promise<Page> {
  const known = { now: clock.now(), holidays };
  const [claim, address, accounts, cards, loans, payments, images] = await Promise.all([
    claimForStaff(db, customer.id),
    addressOf(db, customer.id),
    bankAccountsOf(db, customer.id),
    cardsOf(db, customer.id),
    loansOfCustomer(db, customer.id),
    paymentsOf(db, customer.id),
    imagesOf(db, customer.id),
  ]);
  const ids = loans.map(({ id }) => id);
  const books = { versions: await ledgerVersions(db, ids), writeOffs: await writeOffsOf(db, ids) };
  return {
    ...whoOf(customer),
    asked: await askedOf({ db, config }, customer, loans, { known, permissions }),
    claim: claim ? { ...claimAnswer(claim), asked_by: await claimAskedBy(db, customer.id) } : null,
    place: address ? placeOf(addressModel(customer.country, address, address.locality)) : '',
    accounts: accounts.map(({ id, bank_name: bankName, account_number: accountNumber }) => ({
      id: String(id),
      bank: bankName,
      account: maskAccount(accountNumber),
    })),
    cards: cards.map(cardModel).map(({ brand, number, expiration_date: expires }) => ({
      brand,
      last_four: number.slice(-4),
      expires,
    })),
    loans: loans.map((loan) => ({
      ...loanOf(loan, known),
      ...booksPart(loan, { known, config, permissions, ...books }),
    })),
    payments: payments.slice(0, mostPayments).map(paymentOf),
    more_payments: payments.length > mostPayments,
    images: images.map(({ id, kind, created_at: at, replaced_at: replacedAt }) => ({
      id,
      kind,
      created_at: at.toISOString(),
      is_current: replacedAt === null,
    })),
  };
}

async function claimAskedBy(db: Queryable, customerId: number): Promise<string> {
  const [asked] = await pendingInSlots(db, [claimSlot(customerId)]);
  return asked?.by ?? '';
}

function claimAnswer({
  state,
  document,
  isPhoneProved,
  hasPhotos,
  holder,
}: NonNullable<Awaited<ReturnType<typeof claimForStaff>>>) {
  return {
    state,
    document: maskDocument(document),
    is_phone_proved: isPhoneProved,
    has_photos: hasPhotos,
    holder: holder === undefined ? '' : String(holder.id),
    holder_is_proved: holder?.isProved ?? false,
    holder_has_loan: holder?.hasLoan ?? false,
  };
}

const placeOf = ({ city, province }: ReturnType<typeof addressModel>) =>
  [city, province].filter((part) => part !== '').join(', ');

type Who = Omit<
  Page,
  'asked' | 'claim' | 'place' | 'accounts' | 'cards' | 'loans' | 'payments' | 'more_payments' | 'images'
>;

const MARKS = [
  'avatar_verified',
  'front_document_verified',
  'back_document_verified',
  'address_verified',
  'banking_verified',
  'credit_card_verified',
  'contact_data_verified',
] as const;

function whoOf(row: CustomerRow): Who {
  return {
    id: String(row.id),
    country: row.country,
    version: row.version,
    state: row.erased_at !== null ? 'erased' : row.disabled_at !== null ? 'disabled' : 'active',
    created_at: row.created_at.toISOString(),
    first_name: row.first_name,
    last_name: row.last_name,
    // For erased customers these fields contain the replacement values.
    document: row.erased_at === null ? maskDocument(row.document_number) : '',
    legal_number: maskDocument(row.legal_number),
    phone: maskPhone(row.cellphone),
    is_phone_verified: row.phone_proved_at !== null,
    email: row.erased_at === null ? maskEmail(row.email) : '',
    marks: MARKS.map((name) => ({ name, value: row[name] })),
  };
}

function paymentOf(row: Awaited<ReturnType<typeof paymentsOf>>[number]): Page['payments'][number] {
  return {
    id: String(row.id),
    loan: String(row.loan_id),
    value_date: formatDate(row.value_date),
    received_at: row.received_at.toISOString(),
    amount: toUnits(centavos(row.amount)),
    currency: row.currency,
    source: row.source,
    reference: row.reference,
    reversed_on: row.reversed_on === null ? '' : formatDate(row.reversed_on),
  };
}

type BooksPart = Pick<
  Page['loans'][number],
  'days_late' | 'books' | 'write_off' | 'can_write_off' | 'negative'
>;

interface BooksRead {
  readonly known: Known;
  readonly config: Dependencies['config'];
  readonly permissions: ReadonlySet<Permission>;
  readonly versions: ReadonlyMap<number, number>;
  readonly writeOffs: Awaited<ReturnType<typeof writeOffsOf>>;
}

/** Figures of a loan that its borrower does not see. */
function booksPart(loan: LoanDetails, { known: { now }, ...read }: BooksRead): BooksPart {
  const today = localDate(now, loan.country);
  const writeOff = read.permissions.has('money.read') ? read.writeOffs.get(loan.id) : undefined;
  const negative = negativeInformationOf(loan, now);
  return {
    days_late: loan.state === 'approved' ? standingOf(loan, now).daysLate : 0,
    books: read.versions.get(loan.id) ?? 0,
    write_off: writeOff
      ? {
          on: formatDate(writeOff.on),
          amount: toUnits(writeOff.amount),
          recovered: toUnits(recoveryOn(loan, today)?.recovered ?? ZERO),
          asked_by: writeOff.askedBy,
          approved_by: writeOff.approvedBy,
        }
      : null,
    can_write_off: canBeWrittenOff(loan, today, read.config.WRITE_OFF_DAYS),
    negative: negative
      ? {
          since: formatDate(negative.since),
          until: formatDate(negative.until),
          renewed_until: negative.renewedUntil === null ? '' : formatDate(negative.renewedUntil),
        }
      : null,
  };
}

/** Loan with the same figures as the borrower's own pages: balance and loan. */
function loanOf(loan: LoanDetails, known: Known): Omit<Page['loans'][number], keyof BooksPart> {
  const shown = loanAnswer(loan, known, true);
  const balance = balanceOf(loan, known.now, true);
  return {
    id: String(loan.id),
    public_id: loan.publicId,
    state: loan.state,
    status: balance.status,
    currency: loan.currency,
    amount: shown.amount,
    delivered: shown.amount_delivery,
    final_amount: shown.final_amount,
    rate: shown.tna,
    created_at: shown.created_at,
    delivered_on: loan.deliveredOn === null ? '' : formatDate(loan.deliveredOn),
    delivery: loan.deliveryType,
    due_today: balance.total,
    next_due_date: balance.next_due_date,
    next_payable_until: balance.next_payable_until,
    promise: promiseOf(shown),
    credit: shown.credit,
    shortfall: balance.shortfall,
    has_agreement: loan.docketSha256 !== null,
    instalments: shown.installments.map((each) => ({
      number: each.number,
      due_date: each.due_date_format,
      payable_until: each.payable_until_format,
      state: each.state_name,
      amount: each.amount,
      default_interest: each.interest_acum_amount,
      paid: each.paid,
      missing: each.missing,
      days_late: each.days_late,
      paid_on: each.pay_date_format,
    })),
  };
}

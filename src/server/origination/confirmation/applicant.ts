import type { DocumentNumber, LegalNumber } from '../../../countries/country.ts';
import type { Optional } from '../../platform/column-types.ts';
import { sql } from 'kysely';
import { openSteps, type ApplicationProgress } from '../../../countries/application-steps.ts';
import type { CountryCode, CountryPack, DeliveryType } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { provincesOf } from '../../../countries/lists.ts';
import { localitiesOf } from '../../../countries/localities.ts';
import { domicileWords } from '../../../countries/papers/domicile.ts';
import {
  confirmationRules,
  confirmationRulesColumns,
  type ConfirmationRules,
} from '../../content/service.ts';
import { waitAfterContactChange } from '../../customers/contact-changes/service.ts';
import {
  outcomesOfCurrentImages,
  weightiestOutcome,
  type DocumentOutcome,
} from '../../customers/documents/service.ts';
import { holdStops } from '../../customers/holds/service.ts';
import { screeningColumns, type SideToScreen } from '../../customers/screening/service.ts';
import type { Tx } from '../../platform/database.ts';
import { prepared } from '../../platform/statements.ts';
import type { AccountNumber } from '../../../countries/banking.ts';
import { isActive, type LoanState } from '../../../domain/loan-state.ts';

/** Borrower at confirmation; the row stays locked until the transaction ends. */
export interface Applicant {
  readonly id: number;
  readonly country: CountryCode;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isEmailProved: boolean;
  readonly documentNumber: DocumentNumber;
  readonly legalNumber: Optional<LegalNumber>;
  readonly hasMembershipEnabled: boolean;
  readonly deliveryType: DeliveryType | undefined;
  /** Id of the pickup point chosen in the application, or ''. */
  readonly deliveryPoint: string;
  readonly verifications: ApplicationProgress['verifications'];
  /** Full actual domicile, as in contract and note. */
  readonly domicile: string;
  readonly city: string;
}

export interface AccountFacts {
  readonly id: number;
  readonly bankId: string;
  readonly number: AccountNumber;
  readonly holder: string;
  readonly legalNumber: Optional<LegalNumber>;
}

/** Facts read behind the lock. */
interface BehindLock {
  readonly applicant: Applicant;
  /** Free, and taken from its sequence. */
  readonly loanId: number;
  /** There is a loan in force. */
  readonly hasActiveLoan: boolean;
  /** The identity of the last loan that was looked at was a fraud. */
  readonly isMarked: boolean;
  /** Outcome of reading the photos of the document; undefined until one was read. */
  readonly documentOutcome: DocumentOutcome | undefined;
  /** Data to match with the list in force. */
  readonly toScreen: SideToScreen;
  /** Nothing is lent to them for now. */
  readonly isHeld: boolean;
  /** True if the customer was erased after the call was authenticated. */
  readonly isErased: boolean;
  /** End of the wait after a corrected contact, if any. */
  readonly contactWaitsUntil: Date | null;
  /** A loan was paid out before and is over. */
  readonly hasEarlierLoan: boolean;
  readonly accounts: readonly AccountFacts[];
  readonly rules: ConfirmationRules;
}

const behindLock = prepared((db, customerId: number, country: CountryCode, now: Date) =>
  db
    .selectFrom('customer')
    .leftJoin('address', 'address.customer_id', 'customer.id')
    .leftJoin('locality', (on) =>
      on.onRef('locality.country', '=', 'customer.country').onRef('locality.id', '=', 'address.city_id'),
    )
    // Columns are named: PostgreSQL caches no plan of a statement with columns that a migration may change.
    .select([
      'customer.id',
      'first_name',
      'last_name',
      'email',
      'email_proved_at',
      'birthdate',
      'document_number',
      'legal_number',
      'has_membership_enabled',
      'delivery_type',
      'delivery_point',
      'avatar_verified',
      'front_document_verified',
      'back_document_verified',
      'address_verified',
      'banking_verified',
      'credit_card_verified',
      'contact_data_verified',
    ])
    .select(['address.province_id', 'city_id', 'street', 'street_number', 'floor', 'office', 'state'])
    .select('locality.name as locality')
    .select([
      sql<number>`nextval('loan_id_seq')`.as('loanId'),
      sql<LoanState[]>`array(select state from loan where customer_id = ${customerId})`.as('loanStates'),
      sql<boolean>`coalesce((
        select is_fraud from identity_review where customer_id = ${customerId} and state in ('approved', 'rejected')
        order by id desc limit 1), false)`.as('isMarked'),
      outcomesOfCurrentImages(customerId).as('documentOutcomes'),
      ...screeningColumns(country),
      sql<boolean>`customer.erased_at is not null`.as('isErased'),
      sql<boolean>`${holdStops('offers', sql`${customerId}::bigint`)}`.as('isHeld'),
      waitAfterContactChange(customerId, now).as('contactWaitsUntil'),
      sql<AccountFacts[]>`coalesce((
        select json_agg(json_build_object('id', id, 'bankId', bank_id, 'number', account_number,
          'holder', account_holder, 'legalNumber', legal_number))
        from bank_account where customer_id = ${customerId} and removed_at is null), '[]'::json)`.as(
        'accounts',
      ),
      ...confirmationRulesColumns(country),
    ])
    .where('customer.id', '=', customerId)
    .where('customer.country', '=', country),
);

type ApplicantRow = Awaited<ReturnType<typeof behindLock.run>>[number];

const held = prepared((db, customerId: number) =>
  db.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate(),
);

/** Locks the customer, so that another confirmation of the same person waits. */
export async function lockApplicant(tx: Tx, customerId: number): Promise<void> {
  await held.run(tx, customerId);
}

/**
 * Reads the data that a confirmation depends on, behind its lock: in a statement of its own, since a locking
 * statement reads joined rows as they were before it waited.
 */
export async function readApplicant(
  tx: Tx,
  {
    customerId,
    country,
    now,
  }: { readonly customerId: number; readonly country: CountryCode; readonly now: Date },
): Promise<BehindLock> {
  const [row] = await behindLock.run(tx, customerId, country, now);
  if (!row) throw new Error(`there is no customer ${customerId}`);
  return {
    ...row,
    applicant: applicantOf(row, country),
    hasActiveLoan: row.loanStates.some(isActive),
    hasEarlierLoan: row.loanStates.includes('finished'),
    documentOutcome: weightiestOutcome(row.documentOutcomes),
    toScreen: row,
    rules: confirmationRules(country, row),
  };
}

function applicantOf(row: ApplicantRow, country: CountryCode): Applicant {
  const known = localitiesOf(country, String(row.province_id))?.[String(row.city_id)];
  const city = row.state || row.locality || known || '';
  return {
    id: row.id,
    country,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isEmailProved: row.email_proved_at !== null,
    documentNumber: row.document_number,
    legalNumber: row.legal_number,
    hasMembershipEnabled: row.has_membership_enabled,
    deliveryType: (row.delivery_type ?? undefined) as DeliveryType | undefined,
    deliveryPoint: row.delivery_point,
    verifications: {
      avatar_verified: row.avatar_verified,
      front_document_verified: row.front_document_verified,
      back_document_verified: row.back_document_verified,
      address_verified: row.address_verified,
      banking_verified: row.banking_verified,
      credit_cart_verified: row.credit_card_verified,
      contact_data_verified: row.contact_data_verified,
    },
    domicile: domicileWords(packOf(country), {
      street: row.street ?? '',
      streetNumber: row.street_number ?? '',
      floor: row.floor ?? '',
      unit: row.office ?? '',
      city,
      province: provincesOf(country)[String(row.province_id)] ?? '',
    }),
    city,
  };
}

/**
 * True if every mandatory step of the application is done and the account has its document
 * (docs/product/confirmation.md#conditions).
 */
export function isComplete(pack: CountryPack, applicant: Applicant, deliveryType: DeliveryType): boolean {
  const progress = { verifications: applicant.verifications, deliveryType };
  if (applicant.documentNumber.length === 0) return false;
  const needsAccount = deliveryType === 'bank-transfer';
  return openSteps(pack, progress).every(
    // Cash is handed over without an account.
    ({ doneWhen }) => !needsAccount && doneWhen.every((mark) => mark === 'banking_verified'),
  );
}

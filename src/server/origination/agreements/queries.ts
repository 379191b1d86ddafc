import { sql } from 'kysely';
import type { Destination } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { basicPlanOf, loanAsAgreed, type LoanDetails, type StoredBasicPlan } from '../../loans/service.ts';
import type { Queryable } from '../../platform/database.ts';
import type { NoteParties } from '../../../countries/papers/note-facts.ts';

interface AcceptedText {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly text?: string;
  readonly parties?: NoteParties;
}

/** Loan with the further data of its documents, as stored at confirmation. */
export interface SignedLoan extends LoanDetails {
  /** Plan without membership that was accepted together with the loan. */
  readonly basicPlan: StoredBasicPlan | undefined;
  readonly documentNumber: string;
  readonly email: string;
  readonly destination: Destination;
  readonly acceptance: {
    readonly at: Date;
    readonly address: string;
    readonly device: string;
    readonly documents: readonly AcceptedText[];
  };
}

export async function signedLoan(db: Queryable, loanId: number): Promise<SignedLoan | undefined> {
  const [loan, basicPlan, row] = await Promise.all([
    loanAsAgreed(db, loanId),
    basicPlanOf(db, loanId),
    db
      .selectFrom('acceptance as a')
      .innerJoin('loan as l', 'l.id', 'a.loan_id')
      .innerJoin('payout as d', 'd.loan_id', 'l.id')
      .innerJoin('customer as c', 'c.id', 'l.customer_id')
      .select(['a.at', 'a.address', 'a.device', 'd.destination', 'c.document_number', 'c.email'])
      .select(sql<readonly AcceptedText[]>`a.documents`.as('documents'))
      .where('a.loan_id', '=', loanId)
      .executeTakeFirst(),
  ]);
  if (!loan || !row) return undefined;
  const { document_number: documentNumber, email, destination, ...acceptance } = row;
  return { ...loan, basicPlan, documentNumber, email, destination, acceptance };
}

export function legalText(db: Queryable, sha256: string) {
  return db
    .selectFrom('legal_text')
    .select(['title', 'words', 'version'])
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst();
}

export function docketOfLoan(db: Queryable, loanId: number) {
  return db.selectFrom('loan_docket').selectAll().where('loan_id', '=', loanId).executeTakeFirst();
}

export function docketByPublicId(db: Queryable, country: CountryCode, publicId: string) {
  return db
    .selectFrom('loan_docket')
    .innerJoin('loan', 'loan.id', 'loan_docket.loan_id')
    .select(['loan.id as loan_id', 'loan.customer_id', 'storage_key', 'sha256'])
    .where('loan.public_id', '=', publicId)
    .where('loan.country', '=', country)
    .executeTakeFirst();
}

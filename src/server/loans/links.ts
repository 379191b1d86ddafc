import type { LoanAnswer } from './view.ts';
import type { LoanDetails } from './details.ts';
import type { Queryable } from '../platform/database.ts';

/** Addresses that the answers about a loan name and features above give. */
export interface LoanLinks {
  /** Of contract and promissory note; null until they are written. */
  docket(loan: LoanDetails): LoanAnswer['files']['loan_docket'];
  /** The customer's own invitation, below the site's address. */
  referral(db: Queryable, customerId: number, baseUrl: string): Promise<string>;
}

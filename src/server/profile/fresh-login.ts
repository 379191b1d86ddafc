import type { Dependencies } from '../dependencies.ts';
import { after } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import type { Identity } from '../platform/http/route.ts';
import { hasLoanHistory } from './queries.ts';

/**
 * Whether the customer must log in again before changing where money or codes go (security list,
 * line 15). Only who has had a loan: a first applicant has just proved nothing else anyway.
 */
export async function needsFreshLogin(
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  db: Queryable,
  { customerId, freshAt }: Identity,
): Promise<boolean> {
  if (after(freshAt, config.FRESH_LOGIN_HOURS, 'hours') > clock.now()) return false;
  return hasLoanHistory(db, customerId);
}

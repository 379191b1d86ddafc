import type { CountryCode } from '../../../countries/country-pack.ts';
import { requireFresh } from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { violates } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Call, type Route } from '../../platform/http/route.ts';
import { confirmLoan } from './service.ts';

/**
 * Books a customer's loans up to today in a separate transaction, since bookings lock loans before customers.
 */
type SettleLoans = (customer: {
  readonly customerId: number;
  readonly country: CountryCode;
}) => Promise<void>;

export function confirmationRoutes(deps: Dependencies, settleLoans: SettleLoans): Route[] {
  const attempt = async (call: Call<'POST /api/v3/finish-new'>) => {
    const { country, body, origin, commit } = call;
    const { customerId } = callerOf(call);
    try {
      return await commit(async (tx) => {
        const confirmed = await confirmLoan(deps, tx, { customerId, country, body, origin });
        return confirmed.ok ? ok({ result: { id: confirmed.value.publicId } }) : confirmed;
      });
    } catch (error) {
      if (violates(error, 'loan_one_active')) return fail('active_loan');
      throw error;
    }
  };
  const handle = async (call: Call<'POST /api/v3/finish-new'>) => {
    const { customerId, freshAt } = callerOf(call);
    // See docs/security.md#fresh-login: choosing the destination of money requires recent re-authentication.
    const stale = requireFresh({ freshAt }, deps.clock, deps.config);
    if (stale) return stale;
    const first = await attempt(call);
    if (first.ok || first.code !== 'active_loan') return first;
    // Credit may have paid off the earlier loan today.
    await settleLoans({ customerId, country: call.country });
    return attempt(call);
  };
  return [route('POST /api/v3/finish-new', handle, { isAllInCommit: () => true })];
}

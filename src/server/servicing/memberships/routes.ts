import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loanByPublicId } from '../../loans/service.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { membershipPriceOf, openPayment } from '../payments/service.ts';
import { endingOf } from './ending.ts';
import { endingAnswer } from './ending-words.ts';
import { newestMembership, readCharge, type MembershipRow } from './queries.ts';
import { membershipPrice, promisedDayOf } from './service.ts';

type Membership = NonNullable<OutputOf<'GET /api/v3/membership'>['model']['membership']>;

export function membershipRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/membership', async (call) => {
      const { customerId } = callerOf(call);
      const { country } = call;
      const customer = await deps.db
        .selectFrom('customer')
        .select('has_membership_enabled')
        .where('id', '=', customerId)
        .executeTakeFirstOrThrow();
      const membership = await newestMembership(deps.db, customerId);
      return ok({
        model: {
          has_membership_enabled: customer.has_membership_enabled,
          price: toUnits(await membershipPrice(deps.db, country)),
          membership: membership ? await membershipAnswer(deps, membership) : null,
        },
      });
    }),
    route('POST /api/v3/membership/payment', async (call) => {
      const { loan_id: publicId, payment_method: method, total } = call.body;
      const { customerId } = callerOf(call);
      return openPayment(deps, call, method, {
        loans: sql`select id from loan where public_id = ${publicId} and customer_id = ${customerId}`,
        priceOn: async (on) => {
          const loan = await loanByPublicId(on, call.country, publicId);
          return loan?.customerId === customerId
            ? membershipPriceOf(loan, deps.clock.now(), total)
            : fail('not_found');
        },
      });
    }),
  ];
}

async function membershipAnswer(deps: Dependencies, row: MembershipRow): Promise<Membership> {
  const { country, disbursed_at, ended_at } = row;
  const now = deps.clock.now();
  const state = stateOf(row, now);
  const today = localDate(now, country);
  const charge = await readCharge(deps.db, row.loan_id, today);
  const canEnd =
    ['agreed', 'active'].includes(state) ||
    (state === 'expired' && row.charge_on !== null && row.charge_on > today);
  const chargeOn = state === 'agreed' ? promisedDayOf(deps, row) : row.charge_on;
  const shown = (at: Date | null) => (at === null ? '' : formatDate(localDate(at, country)));
  return {
    state,
    loan_id: row.public_id,
    price: toUnits(centavos(row.price)),
    starts_on: shown(disbursed_at),
    ends_on: disbursed_at === null ? '' : formatDate(row.last_due_date),
    ended_on: shown(ended_at),
    charge: {
      state: chargeState(row),
      on: chargeOn === null ? '' : formatDate(chargeOn),
      is_debited: charge !== undefined && charge.card !== null && !charge.is_switched_off,
    },
    owed: row.is_due ? toUnits(centavos(row.owed)) : 0,
    is_being_paid: row.paid_until !== null && row.paid_until >= today,
    returned: toUnits(centavos(row.returned - row.waived)),
    waived: toUnits(centavos(row.waived)),
    ending: canEnd ? endingAnswer(await endingOf(deps.db, deps, row, today)) : null,
  };
}

function stateOf(
  { loan_state, disbursed_at, ended_at, last_due_date, country }: MembershipRow,
  now: Date,
): Membership['state'] {
  if (ended_at !== null) return 'ended';
  if (loan_state === 'canceled') return 'canceled';
  if (disbursed_at === null) return 'agreed';
  return localDate(now, country) > last_due_date ? 'expired' : 'active';
}

function chargeState(row: MembershipRow): Membership['charge']['state'] {
  const { charge_state, price, returned, owed, is_due } = row;
  if (charge_state === null) return 'none';
  if (owed > 0) return is_due ? 'due' : 'planned';
  return charge_state !== 'approved' && returned === price ? 'free' : 'paid';
}

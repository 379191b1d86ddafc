import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import { lockCustomer } from '../../customers/service.ts';
import { lockLoans } from '../../loans/service.ts';
import { changePlanOfEnded, giveBackMembership, type MembershipEnding } from '../memberships/service.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';

type EndDependencies = BookingDependencies;

interface Ended extends MembershipEnding {
  readonly loanId: number;
  readonly customerId: number;
  readonly withdrawalId: number;
}

/**
 * Ends a loan's membership, once; moves the loan to its basic plan if the request was within the membership's
 * free period; and returns the unowed part of the price. For a withdrawn loan that is the whole price, even
 * if the membership had ended before with the used days owed. @returns true if anything changed
 */
export async function endMembership(
  tx: Tx,
  deps: EndDependencies,
  { loanId, customerId, withdrawalId, ...ending }: Ended,
): Promise<boolean> {
  // The money may be arriving, which starts the membership.
  await lockLoans(tx, [loanId]);
  const ended = await tx
    .insertInto('membership_end')
    .values({
      loan_id: loanId,
      customer_id: customerId,
      withdrawal_id: withdrawalId,
      ended_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.column('loan_id').doNothing())
    .returning('loan_id')
    .executeTakeFirst();
  if (ended === undefined && !ending.isUndone) return false;
  await changePlanOfEnded(tx, deps, loanId, ending.endedOn);
  return (await giveBackMembership(tx, deps, loanId, ending)) || ended !== undefined;
}

const batch = 500;

interface Left {
  readonly id: number;
  readonly loan_id: number;
  readonly customer_id: number;
  readonly requested_at: Date;
}

/**
 * Daily job: undoes memberships of withdrawn loans that earlier releases left active or partly owed. Once
 * undone, nothing is left to do.
 */
export async function undoMemberships(
  deps: EndDependencies & Pick<Dependencies, 'db'>,
  { country }: Day,
): Promise<DayFigures> {
  let memberships = 0;
  for await (const page of pagesById(
    (after) => leftOn(deps.db, country, after),
    ({ id }) => id,
  ))
    for (const { id, loan_id: loanId, customer_id: customerId, requested_at } of page) {
      const ended = { loanId, customerId, withdrawalId: id, endedOn: localDate(requested_at, country) };
      const isChanged = await transaction(deps.db, async (tx) => {
        await lockCustomer(tx, customerId);
        return endMembership(tx, deps, { ...ended, isUndone: true });
      });
      if (isChanged) memberships += 1;
    }
  return { memberships };
}

async function leftOn(db: Queryable, country: CountryCode, after: number): Promise<readonly Left[]> {
  const { rows } = await sql<Left>`
    select w.id, w.loan_id, w.customer_id, w.requested_at from withdrawal w
    join loan l on l.id = w.loan_id and l.is_membership left join membership m on m.loan_id = w.loan_id
    where w.country = ${country} and w.kind = 'loan' and w.id > ${after}
      and w.state in ('return-due', 'returned', 'lapsed', 'settled')
      and (not exists (select from membership_end e where e.loan_id = w.loan_id)
        or exists (select from membership_charge c where c.loan_id = w.loan_id) and m.price > (
          select coalesce(sum(r.amount), 0) from membership_return r where r.loan_id = w.loan_id))
    order by w.id limit ${batch}
  `.execute(db);
  return rows;
}

import type { CountryCode } from '../../../countries/countries.ts';
import { localInstant } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { optionId } from '../../../domain/option-id.ts';
import { totalOf } from '../../../domain/standing/standing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { bookDueTaxesOf, receivePayment } from '../../loans/books/service.ts';
import { lockedLoan, standingOf, takeStepWithin } from '../../loans/service.ts';
import { confirmLoan } from '../../origination/confirmation/service.ts';
import { storeUnderwriting, underwrite } from '../../origination/offers/service.ts';
import type { Tx } from '../../platform/database.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { demoBirthdate, type DemoPerson } from './people.ts';

/** Same dependencies with the clock at noon of a day in a country, or now if that noon is still to come. */
export function on(deps: Dependencies, date: CalendarDate, country: CountryCode): Dependencies {
  const noon = localInstant(date, 12, country);
  const now = deps.clock.now();
  const then = noon < now ? noon : now;
  return { ...deps, clock: { now: () => then } };
}

/** Decides on the customer and stores the offer, as sign-up does. */
export async function giveOffer(
  tx: Tx,
  deps: Dependencies,
  person: DemoPerson,
  customerId: number,
): Promise<void> {
  const underwriting = await underwrite(deps, { ...person, birthdate: demoBirthdate, phone: '' });
  await storeUnderwriting(tx, deps, underwriting, { customerId });
}

interface DemoLoan {
  readonly loanId: number;
  readonly publicId: string;
}

const instalments = 6;

/** Confirms a loan as the review screen does, but on hold, so that no worker touches it. */
export async function confirmDemoLoan(
  tx: Tx,
  deps: Dependencies,
  person: DemoPerson,
  customerId: number,
  isMembership: boolean,
): Promise<DemoLoan> {
  const offer = await tx
    .selectFrom('offer')
    .select(['hash', 'max_amount'])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  // Half of the offer, in whole thousands.
  const amount = Math.floor((offer.max_amount ?? 0) / 100 / 2000) * 1000;
  const selectedId = optionId({ offerHash: offer.hash, amount, isMembership, instalments });
  const confirmed = await confirmLoan(deps, tx, {
    customerId,
    country: person.country,
    isOnHold: true,
    origin: {
      address: '127.0.0.1',
      device: 'demo',
      requestId: 'demo',
      baseUrl: publicUrlOf(deps.config, person.country),
    },
    body: {
      deliveryPoint: '',
      accountNumber: '',
      referrer: '',
      parameter: '',
      creditStructure: { selectedId, maxId: '', installmentsQuantity: instalments },
      isMembershipIncluded: isMembership,
    },
  });
  if (!confirmed.ok) throw new Error(`the demo loan of ${person.kind} was refused: ${confirmed.code}`);
  return confirmed.value;
}

/** Three steps of the sandbox's rail: check, submission, confirmation. */
export async function payoutDemoLoan(tx: Tx, deps: Dependencies, { loanId }: DemoLoan): Promise<void> {
  for (let step = 0; step < 3; step += 1) await takeStepWithin(tx, deps, loanId);
}

/**
 * Pays the first instalments, each on its due date or some days after its last day without surcharge, at the
 * amount owed then.
 */
export async function payDemoInstalments(
  tx: Tx,
  deps: Dependencies,
  person: DemoPerson,
  { loanId, publicId }: DemoLoan,
  daysLate: readonly number[],
): Promise<void> {
  for (const [index, late] of daysLate.entries()) {
    const number = index + 1;
    const loan = await lockedLoan(tx, loanId);
    const due = loan.conditions.schedule.rows[index];
    if (due === undefined) throw new Error(`the demo loan of ${person.kind} has no instalment ${number}`);
    const valueDate = late === 0 ? due.dueDate : addDays(due.payableUntil, late);
    const then = on(deps, valueDate, person.country);
    // No day's work ran in the past; without its tax, the payment's would be taken back later.
    await bookDueTaxesOf(tx, then, person.country, [loanId]);
    await receivePayment(tx, then, {
      loanId,
      amount: totalOf(standingOf(loan, then.clock.now()), [number]),
      source: 'demo',
      reference: `${publicId}-${number}`,
      valueDate,
    });
  }
}

import { packOf } from '../../../countries/index.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { Difference, same } from './difference.ts';
import { PARTS } from '../../../domain/testing/oracle/terms.ts';
import type { Cell } from './model/fold.ts';
import { ledgerOf } from './model/ledger.ts';
import { sumOf, type LoanModel } from './model/loan.ts';
import type { Actor, Play } from './play.ts';
import { brokenRules, contradictions, figuresOf, trialBalances, type Figures } from './product/read.ts';

/** What the model says of a loan, in the words of the product's figures. */
export function expectedOf(loan: LoanModel, today: CalendarDate): Figures {
  // Until it is delivered nothing accrues or falls due.
  const day = loan.payout === 'confirmed' ? today : loan.agreed.createdOn;
  const fold = loan.on(day);
  // What money in favour has paid since is owed no more, and written down by the work of the day.
  const { bookedOn } = loan;
  const booked = loan.on(bookedOn);
  const paid = PARTS.reduce((sum, part) => sum + booked.paid(part), 0);
  return {
    state: loan.noted,
    instalments: Object.fromEntries(
      fold
        .owing()
        .map(({ cell, total, credit }) => [
          cell.number,
          { state: stateOf(loan, cell, day), total, toPay: cell.payable - credit },
        ]),
    ),
    credit: fold.held,
    shortfall: fold.missing,
    ledger: ledgerOf(loan, bookedOn),
    allocated: loan.isReturned ? loan.agreed.delivered : paid,
    requests: Object.fromEntries(loan.requests.map((each) => [each.hash, loan.stateOf(each, today)])),
    debits: Object.fromEntries([...loan.debits].map(([number, { state }]) => [number, state])),
    membership: loan.agreed.membership?.charge ?? 'none',
    collected: sumOf(loan.money),
    taxedUntil: loan.taxedUntil,
  };
}

/** Ways to pay that are not printed. */
const online = new Set(['mercado-pago', 'debit-card']);

function stateOf(loan: LoanModel, { number, isLate, settledOn }: Cell, day: CalendarDate): string {
  if (settledOn !== null) return isLate ? 'late' : 'payed';
  if (loan.debits.get(number)?.state === 'charging') return 'waiting';
  const request = loan.underWay(day).find(({ numbers }) => numbers.includes(number));
  if (request?.state === 'charging') return 'waiting';
  if (request) return online.has(request.method) ? 'online' : 'coupon';
  return isLate ? 'delayed' : 'pending';
}

/** Looks at every loan of some customers. @returns how many figures were compared */
export async function compareCustomers(
  play: Play,
  actors: readonly Actor[],
  which: (loan: LoanModel) => boolean = () => true,
): Promise<number> {
  const loans = actors
    .flatMap(({ who, customer, model }) =>
      model.loans.map((loan, index) => ({
        loan,
        who,
        whose: `customer ${who} (${customer.country}), loan ${index + 1}`,
      })),
    )
    .filter(({ loan }) => which(loan));
  const { day, product } = play;
  const ids = loans.map(({ loan }) => loan.agreed.publicId);
  const found = await figuresOf(product, ids, day);
  for (const { loan, who, whose } of loans)
    try {
      const stored = found.get(loan.agreed.publicId);
      if (stored) loan.taxedUntil = stored.taxedUntil;
      same(whose, expectedOf(loan, day), stored);
      same(`${whose}: money in favour below zero`, true, loan.on(day).held >= 0);
    } catch (error) {
      if (error instanceof Difference) error.who = who;
      throw error;
    }
  return loans.length * 10;
}

/** Whether days that go by can change anything of a loan. */
export function isAlive({ noted, requests }: LoanModel): boolean {
  return (noted !== 'finished' && noted !== 'canceled') || requests.some(({ state }) => state === 'open');
}

/** Looks at everything there is, at the sums of the ledger, and at what may never be. */
export async function compareEverything(play: Play): Promise<number> {
  const everybody = [...play.actors, ...play.former];
  const checks = await compareCustomers(play, everybody);
  const sums: Record<string, number> = {};
  const book = (name: string, amount: number) => {
    sums[name] = (sums[name] ?? 0) + amount;
  };
  for (const { customer, model } of everybody) {
    const { currency } = packOf(customer.country);
    for (const loan of model.loans)
      for (const [account, amount] of Object.entries(ledgerOf(loan, loan.bookedOn)))
        book(`${currency} ${account}`, amount);
  }
  for (const [country, amount] of play.unidentified) {
    const { currency } = packOf(country);
    book(`${currency} collections`, amount);
    book(`${currency} unidentified-payments`, -amount);
  }
  const expected = Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
  same('the sums of the ledger', expected, await trialBalances(play.product));
  same('rules that nothing may break', {}, await brokenRules(play.product.deps.db));
  same('loans that contradict their books', [], await contradictions(play.product, play.day));
  return checks + Object.keys(expected).length + 8;
}

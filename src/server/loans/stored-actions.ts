import { z } from 'zod';
import { calendarDate, type CalendarDate } from '../../domain/calendar-date.ts';
import type { LoanAction } from '../../domain/standing/actions.ts';
import { COMPONENTS } from '../../domain/standing/allocation.ts';
import { centavos } from '../../domain/money.ts';

/** Action of a loan as the database's function `rare_facts` returns it. */
export interface StoredAction {
  readonly id: number;
  readonly kind: LoanAction['kind'];
  readonly on: CalendarDate;
  /** Payments with a lower place, or row without one, were booked before it. */
  readonly place: number;
  readonly body: unknown;
}

/** Payment's position among the payments and actions of its loan. */
export interface Placed {
  readonly row: number;
  /** Absent unless it replaces an earlier row. */
  readonly place?: number;
}

export const placeOf = ({ row, place = row }: Placed): number => place;

const amount = z.int().nonnegative().transform(centavos);
const day = z.string().transform(calendarDate);
const dues = z.strictObject({
  defaultInterest: amount,
  defaultInterestTax: amount,
  fee: amount,
  feeTax: amount,
  interest: amount,
  tax: amount,
  principal: amount,
});

const row = z.strictObject({
  number: z.int().positive(),
  dueDate: day,
  payableUntil: day,
  principal: amount,
  interest: amount,
  tax: amount,
  fee: amount,
  feeTax: amount,
  carried: dues,
});

/** Figures of an action by its kind. */
const bodies = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pause'), from: day, to: day }),
  z.strictObject({
    kind: z.literal('waive'),
    amount,
    instalment: z.int().positive().exactOptional(),
    component: z.enum(COMPONENTS).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('settlement-offer'), amount, until: day }),
  z.strictObject({
    kind: z.literal('agreement'),
    base: dues,
    waived: dues,
    rows: z.array(row).readonly(),
    isRefinancing: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('accelerate') }),
  z.strictObject({ kind: z.literal('sued') }),
]);

/** Figures of an action: all of it except identity and position. */
export type ActionBody = z.output<typeof bodies>;

/**
 * Actions in order, each with the number of counted payments booked before it.
 * @throws for a body that this program does not know
 */
export function actionsOf(stored: readonly StoredAction[], payments: readonly Placed[]): LoanAction[] {
  return stored.map(({ id, kind, on, place, body }) => ({
    ...bodies.parse({ ...(body as object), kind }),
    id: String(id),
    on,
    after: payments.filter((payment) => placeOf(payment) < place).length,
  }));
}

/** Actions for other payments of the same loan: each keeps its position among them. */
export function actionsAmong(
  actions: readonly LoanAction[],
  before: readonly Placed[],
  now: readonly Placed[],
): LoanAction[] {
  return actions.map((action) => {
    const last = before[action.after - 1];
    const after = last === undefined ? 0 : now.filter((payment) => placeOf(payment) <= placeOf(last)).length;
    return { ...action, after };
  });
}

/**
 * True if an agreement has replaced the instalments by a day: money for them pays the oldest new one
 * (docs/product/loan-changes.md#agreement).
 */
export function areReplaced(
  { conditions: { actions = [] } }: { readonly conditions: { readonly actions?: readonly LoanAction[] } },
  numbers: readonly number[],
  valueDate: CalendarDate,
): boolean {
  return actions.some(
    (action) =>
      action.kind === 'agreement' &&
      action.on <= valueDate &&
      action.rows.length > 0 &&
      numbers.every((number) => action.rows.every((each) => number < each.number)),
  );
}

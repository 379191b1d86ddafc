import { addDays, type CalendarDate } from './calendar-date.ts';
import { type Centavos, ZERO, add, negate, smaller, subtract } from './money.ts';
import type { Charge } from './schedule.ts';
import type { Payment } from './standing/payment.ts';
import type { LoanConditions } from './standing/position.ts';
import { type InstalmentStanding, type LoanStanding, loanStanding } from './standing/standing.ts';

/** Charge that a tax point taxes; `origination` is of the loan itself, instalment 0. */
export type TaxKind = 'interest' | 'fee' | 'default-interest' | 'origination';

/** Day on which tax falls due: of payment, or the due date if that comes first. */
export type TaxRule = 'payment' | 'due-date';

/** Amount taxed of an instalment, and its tax. In centavos, below zero for amounts taken back. */
export type TaxedPart = {
  readonly instalment: number;
  readonly kind: TaxKind;
  readonly base: Centavos;
  readonly tax: Centavos;
};

export type TaxPoint = TaxedPart & { readonly day: CalendarDate };

export type TaxTerms = {
  readonly conditions: LoanConditions;
  readonly originationFee: Charge;
  readonly rule: TaxRule;
};

export type TaxEvents = {
  readonly payments: readonly Payment[];
  /** Delivery of the money; null before it. */
  readonly deliveredOn: CalendarDate | null;
  /** Day on which the loan was undone: withdrawn from, or never delivered. */
  readonly undoneOn: CalendarDate | null;
};

/**
 * Tax points of a loan from one day to another, both included: changes of the taxed amounts, by day,
 * instalment and kind (docs/product/books.md#tax-point).
 */
export function taxPoints(
  terms: TaxTerms,
  events: TaxEvents,
  from: CalendarDate,
  to: CalendarDate,
): TaxPoint[] {
  const days = taxDays(terms.conditions, events).filter((day) => day >= from && day <= to);
  let before = taxedOn(terms, events, addDays(from, -1));
  return days.flatMap((day) => {
    const after = taxedOn(terms, events, day);
    const points = taxDifference(before, after).map((part) => ({ ...part, day }));
    before = after;
    return points;
  });
}

/** Loan as its tax points are booked. */
export type BookedTax = {
  readonly terms: TaxTerms;
  readonly events: TaxEvents;
  /** Last day that is booked: that of booking, or of a payment with a later value date. */
  readonly until: CalendarDate;
  /** Last due date that is booked; null for no limit. */
  readonly dueUntil: CalendarDate | null;
  /** Parts taxed at the end of `until`. */
  readonly taxed: readonly TaxedPart[];
};

/**
 * Points that bring the booked ones from one state of a loan to another, each on the day that it changes; those
 * of a loan that is undone, or is undone no more, are all of the day of booking.
 * @param before null for a loan without booked points
 */
export function pointsToBook(before: BookedTax | null, after: BookedTax, today: CalendarDate): TaxPoint[] {
  if (before === null)
    return pointsBetween(NOTHING_BOOKED, after, taxDays(after.terms.conditions, after.events));
  if (before.events.undoneOn !== null || after.events.undoneOn !== null)
    return taxDifference(before.taxed, after.taxed).map((part) => ({ ...part, day: today }));
  const from = firstChange(before, after);
  if (from === undefined) return [];
  const days = [before, after].flatMap(({ terms, events, until }) => [
    ...taxDays(terms.conditions, events),
    until,
  ]);
  // Later days repeat the last one.
  const last = [before.until, after.until].reduce(later, from);
  return pointsBetween(
    (day) => taxedBy(before, day),
    after,
    days.filter((day) => day >= from && day <= last),
  );
}

/** Points that the booked ones of a loan lack, by day; of the day of booking for a loan that is undone. */
export function missingPoints(
  booked: readonly TaxPoint[],
  state: BookedTax,
  today: CalendarDate,
): TaxPoint[] {
  if (state.events.undoneOn !== null)
    return taxDifference(booked, []).map((part) => ({ ...part, day: today }));
  const wanted = pointsToBook(null, state, today);
  const of = (points: readonly TaxPoint[], on: CalendarDate) => points.filter(({ day }) => day === on);
  const days = new Set([...booked, ...wanted].map(({ day }) => day));
  return [...days]
    .toSorted()
    .flatMap((day) => taxDifference(of(booked, day), of(wanted, day)).map((part) => ({ ...part, day })));
}

const NOTHING_BOOKED = (): readonly TaxedPart[] => [];

function pointsBetween(
  taxedBefore: (day: CalendarDate) => readonly TaxedPart[],
  after: BookedTax,
  days: readonly CalendarDate[],
): TaxPoint[] {
  let booked: readonly TaxedPart[] = [];
  return [...new Set(days)].toSorted().flatMap((day) => {
    const toBook = taxDifference(taxedBefore(day), taxedBy(after, day));
    const points = taxDifference(booked, toBook).map((part) => ({ ...part, day }));
    booked = toBook;
    return points;
  });
}

/** Parts taxed by a day as far as it is booked. */
function taxedBy(
  { terms, events, until, dueUntil, taxed }: BookedTax,
  day: CalendarDate,
): readonly TaxedPart[] {
  if (day >= until) return taxed;
  return taxedOn(terms, events, day, dueUntil === null ? day : earlier(day, dueUntil));
}

/** First day on which two states may differ; undefined if they do not. */
function firstChange(before: BookedTax, after: BookedTax): CalendarDate | undefined {
  if (!isSameTerms(before.terms, after.terms)) return taxDays(after.terms.conditions, after.events)[0];
  const days = [
    ...changed(before.events.payments, after.events.payments).map(({ valueDate }) => valueDate),
    ...changed(actionsOf(before), actionsOf(after)).map(({ on }) => on),
    ...(before.events.deliveredOn === after.events.deliveredOn
      ? []
      : [before.events.deliveredOn, after.events.deliveredOn]),
    ...(before.until === after.until ? [] : [before.until, after.until]),
    ...(before.dueUntil === after.dueUntil ? [] : [before.dueUntil, after.dueUntil]),
  ];
  return days.flatMap((day) => day ?? []).toSorted()[0];
}

/** Ids of actions, and the first day that they change: an agreement takes numbers that rows had without it. */
const actionsOf = ({ terms: { conditions } }: BookedTax) =>
  (conditions.actions ?? []).map(({ id, kind, on }) => ({
    id,
    on: kind === 'agreement' ? conditions.schedule.disbursementDate : on,
  }));

function changed<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((each) => [each.id, each]));
  const isKnown = (each: T): boolean => {
    const earlier = known.get(each.id);
    return earlier === each || JSON.stringify(earlier) === JSON.stringify(each);
  };
  const same = new Set(after.filter(isKnown).map(({ id }) => id));
  return [...before, ...after].filter(({ id }) => !same.has(id));
}

function isSameTerms(a: TaxTerms, b: TaxTerms): boolean {
  if (a.rule !== b.rule) return false;
  const { schedule, defaultInterest, rounding } = a.conditions;
  const other = b.conditions;
  const isSame =
    schedule === other.schedule && defaultInterest === other.defaultInterest && rounding === other.rounding;
  return isSame || agreedText(a) === agreedText(b);
}

const agreedText = ({ conditions, originationFee }: TaxTerms): string =>
  JSON.stringify({ ...conditions, actions: [], originationFee });

/** Parts taxed of a loan at the end of a day. @param dueUntil last due date that counts; the day itself */
export function taxedOn(
  { conditions, originationFee, rule }: TaxTerms,
  { payments, deliveredOn, undoneOn }: TaxEvents,
  day: CalendarDate,
  dueUntil: CalendarDate = day,
): TaxedPart[] {
  if (undoneOn !== null && undoneOn <= day) return [];
  const isDelivered = deliveredOn !== null && deliveredOn <= earlier(day, dueUntil);
  return [
    ...(isDelivered ? originationTaxed(originationFee) : []),
    ...taxedOf(loanStanding(conditions, payments, day), rule, dueUntil),
  ];
}

/** Origination charge, taxed once the money is delivered. */
export function originationTaxed({ net, tax }: Charge): TaxedPart[] {
  return [{ instalment: 0, kind: 'origination' as const, base: net, tax }].filter(isSomething);
}

/** Parts taxed of the instalments of a standing. @param dueUntil last due date that counts as come */
export function taxedOf({ instalments }: LoanStanding, rule: TaxRule, dueUntil: CalendarDate): TaxedPart[] {
  return instalments.flatMap((each) => {
    const { number: instalment, paid, dueDate, isReplaced } = each;
    const isDue = rule === 'due-date' && (dueDate <= dueUntil || isReplaced);
    const taxed = (component: TaxedComponent): Centavos =>
      rule === 'payment' ? paid[component] : taxedComponent(each, component, isDue);
    return [
      { instalment, kind: 'interest' as const, base: taxed('interest'), tax: taxed('tax') },
      { instalment, kind: 'fee' as const, base: taxed('fee'), tax: taxed('feeTax') },
      {
        instalment,
        kind: 'default-interest' as const,
        base: paid.defaultInterest,
        tax: paid.defaultInterestTax,
      },
    ].filter(isSomething);
  });
}

/** First due date after a day that changes the taxed amounts if nothing else happens; null if none does. */
export function nextTaxDay({ instalments }: LoanStanding, after: CalendarDate): CalendarDate | null {
  const days = instalments
    .filter((each) => each.dueDate > after && !each.isReplaced && changesWhenDue(each))
    .map(({ dueDate }) => dueDate);
  return days.toSorted()[0] ?? null;
}

/** Days on which taxed amounts may change, in order. */
export function taxDays(
  { schedule, actions = [] }: LoanConditions,
  { payments, deliveredOn, undoneOn }: TaxEvents,
): CalendarDate[] {
  const days = [
    ...payments.flatMap(({ valueDate, owedFrom = [] }) => [valueDate, owedFrom].flat()),
    ...actions.map(({ on }) => on),
    ...actions.flatMap((action) => (action.kind === 'agreement' ? action.rows : [])).map(dueDateOf),
    ...schedule.rows.map(dueDateOf),
    ...[deliveredOn, undoneOn].flatMap((day) => day ?? []),
  ];
  return [...new Set(days)].toSorted();
}

/** Parts that add up to the difference between two states of taxed amounts; none of zero. */
export function taxDifference(before: readonly TaxedPart[], after: readonly TaxedPart[]): TaxedPart[] {
  // A payment changes one instalment of many.
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSamePart(before[start], after[start])) start += 1;
  let end = 0;
  while (start + end < shorter && isSamePart(before.at(-1 - end), after.at(-1 - end))) end += 1;
  return sumTaxed([
    ...before
      .slice(start, before.length - end)
      .map((part) => ({ ...part, base: negate(part.base), tax: negate(part.tax) })),
    ...after.slice(start, after.length - end),
  ]);
}

function isSamePart(a: TaxedPart | undefined, b: TaxedPart | undefined): boolean {
  return a?.instalment === b?.instalment && a?.kind === b?.kind && a?.base === b?.base && a?.tax === b?.tax;
}

/** Sums by instalment and kind, in order; none of zero. */
export function sumTaxed(parts: readonly TaxedPart[]): TaxedPart[] {
  const byKey = new Map<string, TaxedPart>();
  for (const { instalment, kind, base, tax } of parts) {
    const key = `${instalment} ${kind}`;
    const known = byKey.get(key);
    byKey.set(key, {
      instalment,
      kind,
      base: add(known?.base ?? ZERO, base),
      tax: add(known?.tax ?? ZERO, tax),
    });
  }
  return [...byKey.values()]
    .filter(isSomething)
    .toSorted((a, b) => a.instalment - b.instalment || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

const KINDS: readonly TaxKind[] = ['origination', 'interest', 'fee', 'default-interest'];

type TaxedComponent = 'interest' | 'tax' | 'fee' | 'feeTax';

const TAXED: readonly TaxedComponent[] = ['interest', 'tax', 'fee', 'feeTax'];

/**
 * Taxed amount of a component: once the row is due, its charge less waivers; before that, the part paid.
 * Carried amounts were taxed in the row they came from. Payments and waivers count for them first, and a
 * waiver of them takes tax back.
 */
function taxedComponent(
  { charged, paid, waived, carried }: InstalmentStanding,
  component: TaxedComponent,
  isDue: boolean,
): Centavos {
  const { [component]: earlier } = carried;
  if (isDue) return subtract(subtract(charged[component], waived[component]), earlier);
  const ahead = subtract(paid[component], earlier);
  return ahead >= 0 ? ahead : negate(smaller(waived[component], negate(ahead)));
}

function changesWhenDue(each: InstalmentStanding): boolean {
  return TAXED.some(
    (component) => taxedComponent(each, component, true) !== taxedComponent(each, component, false),
  );
}

const isSomething = ({ base, tax }: Pick<TaxedPart, 'base' | 'tax'>): boolean => base !== 0 || tax !== 0;

const dueDateOf = ({ dueDate }: { readonly dueDate: CalendarDate }): CalendarDate => dueDate;

const earlier = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b);
const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? b : a);

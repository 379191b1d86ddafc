import { addDays, type CalendarDate } from './calendar-date.ts';
import {
  type Centavos,
  type MoneyRounding,
  ZERO,
  add,
  larger,
  negate,
  roundMoney,
  smaller,
  subtract,
} from './money.ts';
import { applyRate, parseRational } from './rate.ts';
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
  /**
   * Interest collected is taxed at its rate. False for a loan whose books still tax the tax that the money reached
   * (docs/product/books.md#tax-of-a-part-payment).
   */
  readonly isProRata: boolean;
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

/**
 * Points that the booked ones of a loan lack, by day; of the day of booking for a loan that is undone. An instalment
 * whose points add up keeps their days.
 */
export function missingPoints(
  booked: readonly TaxPoint[],
  state: BookedTax,
  today: CalendarDate,
): TaxPoint[] {
  if (state.events.undoneOn !== null)
    return taxDifference(booked, []).map((part) => ({ ...part, day: today }));
  const wanted = pointsToBook(null, state, today);
  const differing = taxDifference(sumTaxed(booked), sumTaxed(wanted));
  const isDiffering = (point: TaxedPart) =>
    differing.some(({ instalment, kind }) => instalment === point.instalment && kind === point.kind);
  const of = (points: readonly TaxPoint[], on: CalendarDate) =>
    points.filter((point) => point.day === on && isDiffering(point));
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
    // Points of earlier days stay as they were booked.
    ...(before.terms.isProRata === after.terms.isProRata ? [] : [later(before.until, after.until)]),
  ];
  return days.flatMap((day) => day ?? []).toSorted()[0];
}

/** Ids of actions, and the first day that they change: an agreement takes numbers that rows had without it. */
const actionsOf = ({ terms: { conditions } }: BookedTax) =>
  (conditions.actions ?? []).map(({ id, kind, on }) => ({
    id,
    on: kind === 'agreement' ? conditions.schedule.payoutDate : on,
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
  terms: TaxTerms,
  { payments, deliveredOn, undoneOn }: TaxEvents,
  day: CalendarDate,
  dueUntil: CalendarDate = day,
): TaxedPart[] {
  if (undoneOn !== null && undoneOn <= day) return [];
  const { conditions, originationFee } = terms;
  const isDelivered = deliveredOn !== null && deliveredOn <= earlier(day, dueUntil);
  return [
    ...(isDelivered ? originationTaxed(originationFee) : []),
    ...taxedOf(loanStanding(conditions, payments, day), terms, dueUntil),
  ];
}

/** Origination charge, taxed once the money is delivered. */
export function originationTaxed({ net, tax }: Charge): TaxedPart[] {
  return [{ instalment: 0, kind: 'origination' as const, base: net, tax }].filter(isSomething);
}

/** Parts taxed of the instalments of a standing. @param dueUntil last due date that counts as come */
export function taxedOf({ instalments }: LoanStanding, terms: TaxTerms, dueUntil: CalendarDate): TaxedPart[] {
  const ahead: Record<TaxedKind, Centavos> = { interest: ZERO, fee: ZERO, 'default-interest': ZERO };
  const parts: TaxedPart[] = [];
  for (const each of inOrderOfEnd(instalments))
    for (const kind of TAXED_KINDS) {
      const part = { instalment: each.number, kind, ...taxedAmounts(each, kind, terms, dueUntil, ahead) };
      if (isSomething(part)) parts.push(part);
    }
  return parts;
}

const isEndedShortfall = ({ isShortfall, isReplaced }: InstalmentStanding): boolean =>
  isShortfall && isReplaced;

/** Rows, with shortfalls that an agreement ended before the rows that took over their debt. */
function inOrderOfEnd(instalments: readonly InstalmentStanding[]): readonly InstalmentStanding[] {
  if (!instalments.some(isEndedShortfall)) return instalments;
  return [...instalments.filter(isEndedShortfall), ...instalments.filter((each) => !isEndedShortfall(each))];
}

/** @param ahead tax of collected amounts, not collected itself, that agreements moved; changed */
function taxedAmounts(
  each: InstalmentStanding,
  kind: TaxedKind,
  { conditions, rule, isProRata }: TaxTerms,
  dueUntil: CalendarDate,
  ahead: Record<TaxedKind, Centavos>,
): Amounts {
  const { rounding, defaultInterest } = conditions;
  const [base, tax] = COMPONENTS_OF[kind];
  if (kind !== 'default-interest' && rule === 'due-date') {
    if (each.dueDate <= dueUntil || each.isReplaced) return dueAmounts(each, base, tax);
    return isProRata ? aheadOfDueDate(each, base, tax, rounding) : paidAhead(each, base, tax);
  }
  const { [base]: collected, [tax]: paid } = each.paid;
  if (!isProRata || isNothingTaxed(each, base, tax)) return { base: collected, tax: paid };
  const known = smaller(ahead[kind], each.carried[tax]);
  const taxOfNew = (amount: Centavos) =>
    kind === 'default-interest'
      ? applyRate(amount, parseRational(defaultInterest.taxRate), rounding)
      : share(own(each, tax), amount, own(each, base), rounding);
  const taxed = taxOfCollected(each, { base, tax, known, taxOfNew, rounding });
  ahead[kind] = subtract(ahead[kind], known);
  if (each.isReplaced) ahead[kind] = add(ahead[kind], subtract(taxed, subtract(paid, known)));
  return { base: collected, tax: taxed };
}

type TaxedKind = Exclude<TaxKind, 'origination'>;

const TAXED_KINDS: readonly TaxedKind[] = ['interest', 'fee', 'default-interest'];

const COMPONENTS_OF = {
  interest: ['interest', 'tax'],
  fee: ['fee', 'feeTax'],
  'default-interest': ['defaultInterest', 'defaultInterestTax'],
} as const;

type Base = (typeof COMPONENTS_OF)[TaxedKind][0];
type Tax = (typeof COMPONENTS_OF)[TaxedKind][1];

const isNothingTaxed = ({ paid, waived, carried }: InstalmentStanding, base: Base, tax: Tax): boolean =>
  paid[base] === 0 && paid[tax] === 0 && waived[tax] === 0 && carried[tax] === 0;

/** Amount charged by the row itself, without what an agreement moved into it. */
const own = ({ charged, carried }: InstalmentStanding, component: Base | Tax): Centavos =>
  subtract(charged[component], carried[component]);

/** `tax × part / whole`, rounded by the loan's rule; zero of nothing. */
function share(tax: Centavos, part: Centavos, whole: Centavos, rounding: MoneyRounding): Centavos {
  return part === 0 ? ZERO : roundMoney(BigInt(tax) * BigInt(part), BigInt(whole), rounding);
}

/** Taxed before the due date: interest collected, and of the row's tax the same part, but no less than was collected. */
function aheadOfDueDate(each: InstalmentStanding, base: Base, tax: Tax, rounding: MoneyRounding): Amounts {
  const paid = paidAhead(each, base, tax);
  if (paid.base <= 0) return paid;
  const proportion = share(own(each, tax), paid.base, own(each, base), rounding);
  const most = dueAmounts(each, base, tax).tax;
  return {
    base: paid.base,
    tax: larger(paid.tax, smaller(most, add(proportion, smaller(paid.tax, ZERO)))),
  };
}

/** Components and tax rate of {@link taxOfCollected}. */
type Collected = {
  readonly base: Base;
  readonly tax: Tax;
  /** Tax of the carried amount that was taxed before an agreement moved it. */
  readonly known: Centavos;
  /** Tax of a part of the row's own charge, without its carried amount. */
  readonly taxOfNew: (amount: Centavos) => Centavos;
  readonly rounding: MoneyRounding;
};

/**
 * Tax of amounts collected: at their rate, and no less than was collected of it. Once nothing is left to pay it is
 * the tax collected.
 */
function taxOfCollected(
  { paid, waived, carried }: InstalmentStanding,
  { base, tax, known, taxOfNew, rounding }: Collected,
): Centavos {
  const taxUpTo = (amount: Centavos): Centavos => {
    const old = smaller(amount, carried[base]);
    const ofOld = share(subtract(carried[tax], known), old, carried[base], rounding);
    return add(ofOld, taxOfNew(subtract(amount, old)));
  };
  const withoutWaived = subtract(taxUpTo(add(paid[base], waived[base])), waived[tax]);
  return larger(subtract(paid[tax], known), smaller(taxUpTo(paid[base]), withoutWaived));
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

type Amounts = Pick<TaxedPart, 'base' | 'tax'>;

/** Taxed amounts of a due row: charges less waivers. Carried amounts were taxed in the row they came from. */
function dueAmounts(each: InstalmentStanding, base: Base, tax: Tax): Amounts {
  const due = (component: Base | Tax) => subtract(own(each, component), each.waived[component]);
  return { base: due(base), tax: due(tax) };
}

/**
 * Paid of a row's own amounts before it is due. Payments and waivers count for carried amounts first, and a waiver of
 * them takes tax back.
 */
function paidAhead({ paid, waived, carried }: InstalmentStanding, base: Base, tax: Tax): Amounts {
  const of = (component: Base | Tax): Centavos => {
    const beyond = subtract(paid[component], carried[component]);
    return beyond >= 0 ? beyond : negate(smaller(waived[component], negate(beyond)));
  };
  return { base: of(base), tax: of(tax) };
}

function changesWhenDue(each: InstalmentStanding): boolean {
  return (['interest', 'fee'] as const).some((kind) => {
    const [base, tax] = COMPONENTS_OF[kind];
    const [due, paid] = [dueAmounts(each, base, tax), paidAhead(each, base, tax)];
    return due.base !== paid.base || due.tax !== paid.tax;
  });
}

const isSomething = ({ base, tax }: Pick<TaxedPart, 'base' | 'tax'>): boolean => base !== 0 || tax !== 0;

const dueDateOf = ({ dueDate }: { readonly dueDate: CalendarDate }): CalendarDate => dueDate;

const earlier = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b);
const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? b : a);

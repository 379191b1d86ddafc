import { addBusinessDays, type CalendarDate, formatDate, isBusinessDay } from '../domain/calendar-date.ts';
import type { CountryPack, DeliveryType } from './country-pack.ts';
import { localDate, localHour } from './local-time.ts';
import { weekdayDate } from './payable-words.ts';

/**
 * Single source of the day on which a loan's money arrives; offer, review, finish, loan page and messages all
 * use it.
 */

/**
 * `late`: the announced day passed without the money, so a new one is given. `waiting`: the lender holds the
 * money back, so no day is given.
 */
export type ArrivalState = 'expected' | 'late' | 'arrived' | 'waiting';

export interface Arrival {
  readonly date: CalendarDate;
  readonly state: ArrivalState;
  readonly isToday: boolean;
}

/** Bank holidays of the country, weekends excluded, as known at an instant. */
export type KnownHolidays = (knownAt: Date) => ReadonlySet<string>;

export interface LoanOnItsWay {
  readonly confirmedAt: Date;
  /** Day of the payout; undefined before it. */
  readonly deliveredOn?: CalendarDate | undefined;
  /** The lender holds back this payout, or all of the country's. */
  readonly isWaiting?: boolean;
  /** Day announced to the borrower for a late order; undefined before the announcement. */
  readonly leavesOn?: CalendarDate | undefined;
}

/**
 * Day on which a loan confirmed at an instant is credited: before 16:00 local time of a business day, the
 * same day; otherwise the next business day. @param holidays of the country; passed in so that pages can load
 * them late
 */
export function arrivalDate(
  confirmedAt: Date,
  pack: CountryPack,
  holidays: ReadonlySet<string>,
): CalendarDate {
  const day = localDate(confirmedAt, pack.code);
  const sameDay =
    isBusinessDay(day, holidays) && localHour(confirmedAt, pack.code) < pack.grantPeriod.sameDayUntilHour;
  return sameDay ? day : addBusinessDays(day, 1, holidays);
}

/**
 * Arrival of a loan's money as of an instant; for undelivered money never a past day. A promised day is kept
 * even if holidays change later.
 */
export function arrivalOf(
  { confirmedAt, deliveredOn, isWaiting = false, leavesOn }: LoanOnItsWay,
  now: Date,
  pack: CountryPack,
  holidaysAt: KnownHolidays,
): Arrival {
  const today = localDate(now, pack.code);
  const promised = arrivalDate(confirmedAt, pack, holidaysAt(confirmedAt));
  const at = (date: CalendarDate, state: ArrivalState): Arrival => ({ date, state, isToday: date === today });
  if (deliveredOn !== undefined) return at(deliveredOn, 'arrived');
  if (isWaiting) return at(promised, 'waiting');
  if (leavesOn !== undefined && leavesOn >= today) return at(leavesOn, 'late');
  return promised >= today ? at(promised, 'expected') : at(arrivalDate(now, pack, holidaysAt(now)), 'late');
}

type GrantPeriod = Pick<CountryPack, 'grantPeriod'>;

/** States the rule of {@link arrivalDate} in one sentence, for every screen, letter and document. */
export function arrivalRule({ grantPeriod: { sameDayUntilHour: hour } }: GrantPeriod): string {
  return `Si confirmás tu préstamo un día hábil antes de las ${hour}:00, lo acreditamos el mismo día; después de las ${hour}:00, en fin de semana o en un feriado, el día hábil siguiente.`;
}

/** The rule, and the time the deposit takes. */
export function arrivalRules(pack: GrantPeriod): readonly string[] {
  return [
    arrivalRule(pack),
    `El depósito tarda ${pack.grantPeriod.depositTakes}. Las solicitudes de fin de semana se acreditan el lunes o, si es feriado, el día hábil siguiente.`,
  ];
}

/** 'hoy, 20-11-2026' or 'el lunes 23-11-2026'. */
export function arrivalDay({ date, isToday }: Pick<Arrival, 'date' | 'isToday'>): string {
  return isToday ? `hoy, ${formatDate(date)}` : `el ${weekdayDate(date)}`;
}

/** Text for money that the lender holds back. */
export const WAITING_SENTENCE =
  'El dinero todavía no salió y no podemos decirte el día. Te avisamos por mail apenas salga.';

/** Text about the arrival of a confirmed loan's money. Cash is collected, on a day that no provider reports; everything else is credited. */
export function arrivalSentence(arrival: Arrival, delivery: DeliveryType): string {
  if (arrival.state === 'waiting') return WAITING_SENTENCE;
  const hasArrived = arrival.state === 'arrived';
  const credited = hasArrived ? 'Te lo acreditamos' : 'Lo acreditamos';
  const collected = hasArrived ? 'Si todavía no lo retiraste, te espera desde' : 'Lo vas a poder retirar';
  const sentence = `${delivery === 'bank-transfer' ? credited : collected} ${arrivalDay(arrival)}.`;
  return arrival.state === 'late' ? `Está tardando más de lo que te dijimos. ${sentence}` : sentence;
}

import { addDays, weekday, type CalendarDate } from './calendar-date.ts';

export const CONTACT_CHANNELS = ['mail', 'sms', 'whatsapp', 'call'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/** Reasons for refusing a contact, the first that holds first. */
export const CONTACT_REFUSALS = [
  'erased',
  'withdrawal',
  'hold',
  'dispute',
  'hardship',
  'channel-off',
  'promise',
  'agreement-kept',
  'payment-under-way',
  'hours',
  'day',
  'week',
] as const;
export type ContactRefusal = (typeof CONTACT_REFUSALS)[number];

/** Hours and numbers of a country. */
export interface ContactRules {
  /**
   * Local hours of calls, SMS and WhatsApp by weekday, 1 Monday to 7 Sunday; `to` is exclusive. A weekday
   * without hours has no contacts.
   */
  readonly hours: Readonly<Record<number, { readonly from: number; readonly to: number }>>;
  readonly perDay: number;
  /** Contacts in any seven days. */
  readonly perWeek: number;
}

/** Earlier contact. The mail and the SMS of one reminder have the same group. */
export interface PastContact {
  readonly day: CalendarDate;
  readonly group: number;
}

/** Facts about a customer that decide whether to contact them about a debt. */
export interface ContactFacts {
  /** The customer's data are erased, or the account is closed. */
  readonly isErased: boolean;
  /** The loan is being returned after a withdrawal. */
  readonly isWithdrawn: boolean;
  readonly isHeld: boolean;
  readonly isDisputed: boolean;
  /** Last day without contact that the customer asked for; null without one. */
  readonly hardshipUntil: CalendarDate | null;
  readonly channelsOff: ReadonlySet<ContactChannel>;
  /** Latest day of the customer's promises. */
  readonly promisedUntil: CalendarDate | null;
  /** An agreement is in force and nothing is overdue under it. */
  readonly keepsAgreement: boolean;
  /** A payment in progress covers the debt. */
  readonly isBeingPaid: boolean;
  readonly contacts: readonly PastContact[];
}

/** Local time of the customer's country. */
export interface ContactTime {
  readonly day: CalendarDate;
  readonly hour: number;
  readonly isHoliday: boolean;
}

const WINDOW_DAYS = 7;

/**
 * Decides whether a customer may be contacted about a debt (docs/product/collections.md#contact-gate).
 * @param group group of the contact that this one belongs to, which counts once on its day
 * @returns the reason against it; undefined if it is allowed
 */
export function mayContact(
  facts: ContactFacts,
  rules: ContactRules,
  channel: ContactChannel,
  at: ContactTime,
  group?: number,
): ContactRefusal | undefined {
  if (facts.isErased) return 'erased';
  if (facts.isWithdrawn) return 'withdrawal';
  if (facts.isHeld) return 'hold';
  if (facts.isDisputed) return 'dispute';
  if (facts.hardshipUntil !== null && at.day <= facts.hardshipUntil) return 'hardship';
  if (facts.channelsOff.has(channel)) return 'channel-off';
  if (facts.promisedUntil !== null && at.day <= facts.promisedUntil) return 'promise';
  if (facts.keepsAgreement) return 'agreement-kept';
  if (facts.isBeingPaid) return 'payment-under-way';
  if (!isContactTime(rules, channel, at)) return 'hours';
  return overCount(facts.contacts, rules, at.day, group);
}

/** True within the hours of a channel. Mail is read at any hour, so only its day counts. */
export function isContactTime(rules: ContactRules, channel: ContactChannel, at: ContactTime): boolean {
  const hours = rules.hours[weekday(at.day)];
  if (!hours || at.isHoliday) return false;
  return channel === 'mail' || (at.hour >= hours.from && at.hour < hours.to);
}

/** Checks every run of seven days around the day, because the clock of a sandbox can go back. */
function overCount(
  contacts: readonly PastContact[],
  { perDay, perWeek }: ContactRules,
  day: CalendarDate,
  group: number | undefined,
): 'day' | 'week' | undefined {
  const counted = new Map(contacts.map((past) => [`${past.day}/${past.group}`, past]));
  if (group !== undefined && counted.delete(`${day}/${group}`)) return undefined;
  const days = [...counted.values()].map((past) => past.day);
  if (days.filter((each) => each === day).length >= perDay) return 'day';
  for (let back = 0; back < WINDOW_DAYS; back += 1) {
    const first = addDays(day, -back);
    const last = addDays(first, WINDOW_DAYS - 1);
    if (days.filter((each) => each >= first && each <= last).length >= perWeek) return 'week';
  }
  return undefined;
}

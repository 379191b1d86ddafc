import { addDays, type CalendarDate } from './calendar-date.ts';
import { ZERO, add, centavos, negate, roundingOf, subtract, sum, type Centavos } from './money.ts';
import type { Currency } from './currency.ts';
import { applyRate, parseRational, type Decimal } from './rate.ts';

/** Fiscal documents of tax points (docs/product/invoices.md). */

export interface TaxedPoint {
  readonly id: number;
  readonly instalment: number;
  readonly kind: string;
  /** Signed. */
  readonly base: Centavos;
  /** Signed. */
  readonly tax: Centavos;
  readonly taxDate: CalendarDate;
}

export type InvoiceKind = 'invoice' | 'credit-note';

export interface InvoiceDraft {
  readonly kind: InvoiceKind;
  readonly taxDate: CalendarDate;
  readonly points: readonly number[];
  /** Amount in the kind's own sign: above zero, unless the points contradict each other. */
  readonly net: Centavos;
  readonly tax: Centavos;
}

const totalOf = ({ base, tax }: TaxedPoint) => add(base, tax);
const kindOf = (point: TaxedPoint): InvoiceKind => (totalOf(point) < 0 ? 'credit-note' : 'invoice');

/** Largest difference between tax and rate on base that authorities accept, centavos. */
const tolerance = 1;

export interface TaxedAt {
  readonly currency: Currency;
  readonly taxRate: Decimal;
}

/** Documents for the points of one loan that have none, oldest tax date first (docs/product/invoices.md#points-on-documents). */
export function invoiceDrafts(points: readonly TaxedPoint[], taxed: TaxedAt): InvoiceDraft[] {
  const groups = Map.groupBy(points, (point) => `${point.taxDate} ${kindOf(point)}`);
  const drafts = Array.from(groups.values(), (group) => {
    const whole = draftOf(group);
    return isTaxOf(whole, taxed) ? [whole] : group.map((each) => draftOf([each]));
  });
  return drafts.flat().toSorted((a, b) => a.taxDate.localeCompare(b.taxDate));
}

/** Tax is the rate on the base, as authorities check it. */
function isTaxOf({ net, tax }: Pick<InvoiceDraft, 'net' | 'tax'>, { currency, taxRate }: TaxedAt): boolean {
  const exact = applyRate(net, parseRational(taxRate), roundingOf(currency, 'half-up'));
  return Math.abs(subtract(tax, exact)) <= tolerance;
}

function draftOf(group: readonly TaxedPoint[]): InvoiceDraft {
  const [first] = group as readonly [TaxedPoint, ...TaxedPoint[]];
  const kind = kindOf(first);
  const signed = (amounts: readonly Centavos[]) => (kind === 'invoice' ? sum(amounts) : negate(sum(amounts)));
  return {
    kind,
    taxDate: first.taxDate,
    points: group.map(({ id }) => id),
    net: signed(group.map(({ base }) => base)),
    tax: signed(group.map(({ tax }) => tax)),
  };
}

/**
 * Positive points that each negative point takes back, newest first
 * (docs/product/invoices.md#what-a-credit-note-corrects).
 * @param points all points of one loan, in the order of booking
 */
export function correctedPoints(points: readonly TaxedPoint[]): ReadonlyMap<number, readonly number[]> {
  const open: { readonly point: TaxedPoint; left: Centavos }[] = [];
  const corrected = new Map<number, readonly number[]>();
  for (const point of points) {
    const total = totalOf(point);
    if (total >= 0) {
      open.push({ point, left: total });
      continue;
    }
    const isSame = (other: TaxedPoint) => other.instalment === point.instalment && other.kind === point.kind;
    const newest = open.toReversed();
    const order = [
      ...newest.filter(({ point: other }) => isSame(other)),
      ...newest.filter(({ point: other }) => !isSame(other)),
    ];
    let owed = negate(total);
    const taken: number[] = [];
    for (const each of order) {
      if (owed === 0) break;
      if (each.left === 0) continue;
      const part = centavos(Math.min(owed, each.left));
      each.left = subtract(each.left, part);
      owed = subtract(owed, part);
      taken.push(each.point.id);
    }
    corrected.set(point.id, taken);
  }
  return corrected;
}

/**
 * Date of a document issued today (docs/product/invoices.md#date-of-a-document).
 * @param last date of the last document of its series
 * @param backdatedDays oldest date that the authority accepts, days before today
 */
export function invoiceDate(
  taxDate: CalendarDate,
  today: CalendarDate,
  last: CalendarDate | null,
  backdatedDays: number,
): CalendarDate {
  const oldest = addDays(today, -backdatedDays);
  if (taxDate < oldest || taxDate > today) return today;
  return last !== null && last > taxDate ? last : taxDate;
}

/** A document with these amounts can be sent; others are for a person. */
export const canBeIssued = (draft: Pick<InvoiceDraft, 'net' | 'tax'>, taxed: TaxedAt): boolean =>
  draft.net > ZERO && draft.tax >= ZERO && isTaxOf(draft, taxed);

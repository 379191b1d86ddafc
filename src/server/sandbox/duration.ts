const FORM =
  /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6}(?:[.,]\d{1,3})?)H)?(?:(\d{1,7}(?:[.,]\d{1,3})?)M)?(?:(\d{1,9}(?:[.,]\d{1,3})?)S)?)?$/;
const unitsMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000];

/**
 * The instant that lies an ISO 8601 duration after another, milliseconds; undefined when the text is no duration.
 * Years and months are those of the calendar (UTC): a month after January 31 is the last day of February.
 */
export function instantAfter(from: Date, text: string): number | undefined {
  const parts = FORM.exec(text)?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return undefined;
  const [years = 0, months = 0, ...rest] = parts.map((part) => Number((part ?? '0').replace(',', '.')));
  const ms = rest.reduce((sum, part, index) => sum + part * (unitsMs[index] ?? 0), 0);
  return afterMonths(from, years * 12 + months).getTime() + Math.round(ms);
}

function afterMonths(from: Date, months: number): Date {
  const date = new Date(from);
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return date;
}

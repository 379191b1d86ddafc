const FORM = /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;
const unitsMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000];

/** Milliseconds of an ISO 8601 duration in weeks, days, hours, minutes and seconds; undefined when it is none. */
export function durationMs(text: string): number | undefined {
  const match = FORM.exec(text);
  const parts = match?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return undefined;
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (unitsMs[index] ?? 0), 0);
}

import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { confirmedSince, requireConfirmed } from '../../content/service.ts';

/** Terms of a country's fiscal documents, in force today. */
export interface InvoicingTerms {
  /** Fraction, as decimals. */
  readonly taxRate: string;
  /** Oldest date of a document, days before its issue. */
  readonly backdatedDays: number;
  /** First tax date on our documents: the previous issuer has the earlier ones. Null for no limit. */
  readonly since: CalendarDate | null;
}

/** @returns undefined outside the sandbox until confirmed */
export async function invoicingTerms(
  { db, config, clock }: Pick<Dependencies, 'db' | 'config' | 'clock'>,
  country: CountryCode,
): Promise<InvoicingTerms | undefined> {
  const today = localDate(clock.now(), country);
  const data = await requireConfirmed(db, config, country, 'invoicing', today);
  if (!data.ok) return undefined;
  const { rate, 'backdated-days': days } = data.value.fields;
  const since = data.value.isConfirmed ? await confirmedSince(db, country, 'invoicing') : null;
  return { taxRate: String(Number(rate) / 100), backdatedDays: Number(days), since };
}

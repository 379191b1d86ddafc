import type { CountryCode } from '../../../countries/country-pack.ts';

/** Worst situation of a person in the credit bureau; `none` if there is no record. */
export type BureauStanding = 'good' | 'bad' | 'none';

export interface BureauReport {
  readonly source: string;
  readonly standing: BureauStanding;
  /** Score of a person in good standing, 1 (worst) to 8 (best); price lists define their segments by it. */
  readonly grade?: number;
  /** Part of the response stored in the decision log: figures, never names or document numbers. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

interface BureauSubject {
  readonly country: CountryCode;
  readonly documentNumber: string;
  /** CUITs/CUILs that the document can belong to; empty in Uruguay. */
  readonly legalNumbers: readonly string[];
}

export interface CreditBureau {
  /** @throws if the bureau is unreachable or its response is malformed */
  report(subject: BureauSubject): Promise<BureauReport>;
}

/** BCRA limit per address, shared by all processes; an applicant takes three or four requests. */
export const bcraBudget = (config: { readonly BCRA_REQUESTS_MINUTE: number }) => ({
  key: 'bcra',
  max: config.BCRA_REQUESTS_MINUTE,
  windowSeconds: 60,
});

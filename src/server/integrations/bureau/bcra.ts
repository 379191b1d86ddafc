import { z } from 'zod';
import { NotAskedError } from '../outgoing.ts';
import type { BureauReport, CreditBureau } from './port.ts';

/** Response of `GET /CentralDeDeudores/v1.0/Deudas/{CUIT}` (BCRA API manual); `situacion` is 1 to 6. */
const debts = z.object({
  results: z.object({
    periodos: z
      .array(
        z.object({
          periodo: z.string().regex(/^\d{6}$/),
          entidades: z.array(z.object({ situacion: z.number().int().min(0).max(6) })).nullable(),
        }),
      )
      .nullable(),
  }),
});

interface BcraOptions {
  readonly baseUrl: string;
  /** Timeout of one request, milliseconds. */
  readonly timeoutMs?: number;
  /**
   * Takes requests from the bureau's allowance per minute; false if it is used up. Being locked out would
   * stop every decision, not only this one.
   */
  readonly spend: (requests: number) => Promise<boolean>;
}

/**
 * CUIL prefixes of persons: 20 or 27, or 23/24 if those have no check digit (Central de Deudores lists
 * persons by CUIL).
 */
const personPrefixes = ['20', '23', '24', '27'];
/** Numbers that a person, rather than a company, can be listed under. */
export function personsNumbers(legalNumbers: readonly string[]): string[] {
  return legalNumbers.filter((number) => personPrefixes.includes(number.slice(0, 2)));
}

/** Lowest situation with arrears of more than 90 days (BCRA, clasificación de deudores). */
const badSituation = 3;
/** Grade by worst situation. 1: all debts are paid on time; 2: some are paid up to 90 days late. */
const gradeOfSituation = { onTime: 4, late: 1 } as const;

class BureauError extends Error {}

/**
 * The BCRA's Central de Deudores. Before the bank step only the DNI is known, so every CUIL it can belong to
 * is queried and the worst result counts: a bad record must not hide behind the wrong prefix.
 */
export function bcraBureau({ baseUrl, spend, timeoutMs = 5_000 }: BcraOptions): CreditBureau {
  return {
    async report({ legalNumbers }) {
      const asked = personsNumbers(legalNumbers);
      if (asked.length === 0) throw new BureauError('no CUIL to query the bureau with');
      if (!(await spend(asked.length)))
        throw new NotAskedError('the budget of bureau requests for this minute is spent');
      const found = await Promise.all(asked.map((number) => latestSituations(baseUrl, number, timeoutMs)));
      return reportOf(found.flatMap((latest) => (latest === undefined ? [] : [latest])));
    },
  };
}

interface LatestPeriod {
  readonly period: string;
  readonly situations: readonly number[];
}

/** Latest period with debts of the number; undefined for a clean record (the bureau responds 404). */
async function latestSituations(
  baseUrl: string,
  legalNumber: string,
  timeoutMs: number,
): Promise<LatestPeriod | undefined> {
  const url = new URL(`/CentralDeDeudores/v1.0/Deudas/${legalNumber}`, baseUrl);
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new BureauError(`the bureau answered ${response.status}`);
  }
  const parsed = debts.safeParse(await response.json());
  if (!parsed.success) throw new BureauError('the bureau answered something else than debts');
  const periods = (parsed.data.results.periodos ?? []).toSorted((a, b) => b.periodo.localeCompare(a.periodo));
  const [latest] = periods;
  return (
    latest && {
      period: latest.periodo,
      situations: (latest.entidades ?? []).map(({ situacion }) => situacion),
    }
  );
}

function reportOf(found: readonly LatestPeriod[]): BureauReport {
  const situations = found.flatMap((latest) => latest.situations);
  const records = { records: found.length };
  const source = 'bcra';
  if (situations.length === 0) return { source, ...standingOf(situations), facts: records };
  const period =
    found
      .map((latest) => latest.period)
      .toSorted()
      .at(-1) ?? null;
  const facts = { ...records, lenders: situations.length, worstSituation: Math.max(...situations), period };
  return { source, ...standingOf(situations), facts };
}

/** Summary of the situations at all lenders; an empty list is a clean record. */
export function standingOf(situations: readonly number[]): Pick<BureauReport, 'standing' | 'grade'> {
  if (situations.length === 0) return { standing: 'none' };
  const worst = Math.max(...situations);
  if (worst >= badSituation) return { standing: 'bad' };
  return { standing: 'good', grade: worst <= 1 ? gradeOfSituation.onTime : gradeOfSituation.late };
}

import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { personsNumbers, standingOf } from './bcra.ts';
import type { BureauReport, CreditBureau } from './port.ts';

/** An older file says too little about today. */
const longestMonths = 3;

/** Highest BCRA situation; higher values mark people with an unreadable line (`origination/bureau-file`). */
const worstSituation = 6;

interface FileOptions {
  readonly bureau: CreditBureau;
  readonly db: Database;
  readonly now: () => Date;
}

/**
 * Bureau with the monthly file of debtors as a fallback while the bureau is unreachable, if the file is
 * recent enough. A person missing from the file has no debts.
 */
export function withFile({ bureau, db, now }: FileOptions): CreditBureau {
  return {
    async report(subject) {
      try {
        return await bureau.report(subject);
      } catch (error) {
        const report = await fromFile(db, personsNumbers(subject.legalNumbers), now());
        if (report === undefined) throw error;
        return report;
      }
    },
  };
}

async function fromFile(
  db: Database,
  legalNumbers: readonly string[],
  now: Date,
): Promise<BureauReport | undefined> {
  if (legalNumbers.length === 0) return undefined;
  const { rows } = await sql<{ period: string; worst: number | null; lenders: number | null }>`
    select f.period, r.worst, r.lenders
    from (select id, period from bureau_file where read_at is not null order by period desc limit 1) f
    left join bureau_record r on r.file_id = f.id and r.legal_number = any(${[...legalNumbers]}::text[])
  `.execute(db);
  const [first] = rows;
  if (first === undefined || monthsBetween(first.period, now) > longestMonths) return undefined;
  // A line about the person is unreadable, so the file says nothing about them.
  if (rows.some(({ worst }) => worst !== null && worst > worstSituation)) return undefined;
  const found = rows.flatMap(({ worst, lenders }) =>
    worst === null ? [] : [{ worst, lenders: lenders ?? 0 }],
  );
  return {
    source: 'bcra-file',
    ...standingOf(found.map(({ worst }) => worst)),
    facts: {
      records: found.length,
      lenders: found.reduce((sum, { lenders }) => sum + lenders, 0),
      worstSituation: Math.max(0, ...found.map(({ worst }) => worst)),
      period: first.period,
    },
  };
}

function monthsBetween(period: string, now: Date): number {
  const months = Number(period.slice(0, 4)) * 12 + Number(period.slice(4)) - 1;
  return now.getUTCFullYear() * 12 + now.getUTCMonth() - months;
}

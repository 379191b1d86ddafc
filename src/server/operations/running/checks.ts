import { DEFAULT_COUNTRY } from '../../../countries/countries.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import { checkLedger } from '../books/service.ts';
import { auditCountry } from '../loan-audit/service.ts';
import { verifyShare } from '../seals/service.ts';

/** Book checks with daily results for staff. */
export const CHECKS = ['ledger-check', 'loan-check', 'seal-check'] as const;

/** Daily checks: new ledger entries, loans and seals, and a share of the old ones. */
export function checkDays(deps: Pick<Dependencies, 'config' | 'db' | 'log' | 'clock'>): DailyJob[] {
  const { config, db, log } = deps;
  const options = (day: CalendarDate) => ({ day, turnDays: config.CHECK_TURN_DAYS });
  return [
    {
      name: 'ledger-check',
      isRepeatable: true,
      async run({ country, date }) {
        const did = await checkLedger(db, country, options(date));
        if (did['unbalanced'] !== 0 || did['broken'] !== 0)
          log.error({ country, ...did }, 'the ledger does not balance');
        return did;
      },
    },
    {
      name: 'loan-check',
      // Books today's due uses of credit first.
      after: 'credits',
      isRepeatable: true,
      run: ({ country, date }) => auditCountry(deps, country, options(date)),
    },
    {
      name: 'seal-check',
      isRepeatable: true,
      // Seals do not depend on a country.
      countries: [DEFAULT_COUNTRY],
      async run({ date }) {
        const reports = await verifyShare(db, options(date));
        const broken = reports.filter((report) => report.broken);
        for (const { stream, broken: what } of broken) log.error({ stream, ...what }, 'a seal is broken');
        return {
          seals: reports.reduce((sum, { seals }) => sum + seals, 0),
          rows: reports.reduce((sum, { rows }) => sum + rows, 0),
          broken: broken.length,
        };
      },
    },
  ];
}

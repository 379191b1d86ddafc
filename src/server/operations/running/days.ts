import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { addDays, calendarDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import { dayRuns, runDayNow, type DayRun } from '../../platform/work/day-runs.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';

type Shown = OutputOf<'GET /api/staff/operation/days'>['result'][number];

/** Days of a page: two hold some hundred rows; those that went wrong are few. */
const DAYS_OF_PAGE = { all: 2, wrong: 7 } as const;

/** Counts that are a problem if not zero. */
const alarming = ['unbalanced', 'broken', 'differences', 'contradicting'];

export function runView({ job, country, day, state, startedAt, finishedAt, did, ...run }: DayRun): Shown {
  return {
    job: job as Shown['job'],
    country,
    day,
    state,
    started_at: startedAt?.toISOString() ?? '',
    finished_at: finishedAt?.toISOString() ?? '',
    did: JSON.stringify(did),
    alarming: alarming.some((name) => (did[name] ?? 0) > 0),
    failure: run.failure,
    runnable: run.isRunnable,
  };
}

const isWrong = ({ state, alarming: isAlarming }: Shown) =>
  isAlarming || ['failed', 'late', 'missing'].includes(state);

/** Page of daily runs in these countries, newest first. */
export async function daysPage(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  daily: readonly DailyJob[],
  own: readonly CountryCode[],
  { country, wrong, before }: ParsedOf<'GET /api/staff/operation/days', 'query'>,
): Promise<OutputOf<'GET /api/staff/operation/days'>> {
  const runs = await dayRuns(db, clock, daily, {
    countries: country ? [country] : own,
    last: before === undefined ? undefined : addDays(calendarDate(before), -1),
    days: DAYS_OF_PAGE[wrong === undefined ? 'all' : 'wrong'],
  });
  const oldest = runs.at(-1)?.day;
  const earlier = oldest
    ? await db.selectFrom('daily_run').select('day').where('day', '<', oldest).limit(1).executeTakeFirst()
    : undefined;
  const result = runs.map(runView).filter((run) => wrong === undefined || isWrong(run));
  const idle = [...Map.groupBy(runs, ({ day }) => day)]
    .filter(([, ofDay]) => ofDay.every(({ state }) => state === 'missing'))
    .map(([day]) => day);
  return { result, next: earlier && oldest ? oldest : '', idle };
}

export function dayCommands(deps: Dependencies, daily: readonly DailyJob[]): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/operation/days/{job}/run', async (tx, { params, body, by }) => {
      const { country } = body;
      if (!by.countries.includes(country)) return fail('country_forbidden');
      const refusal = await runDayNow(tx, deps, daily, { job: params.job, country });
      if (refusal) return fail(refusal);
      const facts = {
        subject: `day:${params.job}`,
        subjectName: params.job,
        country,
        after: { state: 'under-way' },
      };
      return ok({ answer: { messages: ['Empieza ahora. El resultado aparece acá.'] }, facts });
    }),
  ];
}

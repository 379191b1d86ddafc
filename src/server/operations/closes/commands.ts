import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney } from '../../../domain/money.ts';
import { CLOSE_ACCOUNT_NAMES } from '../../../words/confirmed-data.ts';
import { monthName } from '../../../words/figures.ts';
import { obstacleText } from '../../../words/closes.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import { countriesOf, doerOf, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { exportCommand } from './files.ts';
import { closeQueue, lockClose, type CloseJob, type StoredJournal, type StoredTotals } from './freeze.ts';
import { closeData, endOfMonth, obstaclesOf } from './obstacles.ts';

/** Staff commands for the close of a month (docs/product/books.md#by-two-people). */
export function closeCommands(deps: Dependencies): StaffCommand[] {
  return [prepareCommand(deps), closeCommand(deps), exportCommand(deps)];
}

export const closeSubject = (id: number): string => `close:${id}`;

const lockMonths = (tx: Tx, country: CountryCode) => lockName(tx, `closes ${country}`);

function prepareCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/closes/{country}/{month}/prepare', async (tx, asked) => {
    const { country } = asked.params;
    if (!countriesOf(asked).includes(country)) return fail('country_forbidden');
    const month = calendarDate(`${asked.params.month}-01`);
    await lockMonths(tx, country);
    const [obstacle] = await obstaclesOf(tx, deps, country, month);
    if (obstacle) return fail('close_blocked', { message: obstacle.message });
    const id = await startClose(tx, deps, { country, month, by: asked.by.staffId });
    const job: CloseJob = { country, id };
    await deps.jobs.send(tx, closeQueue, job);
    return ok({
      answer: { messages: ['Se está preparando. El diario aparece acá cuando termina.'] },
      facts: {
        subject: closeSubject(id),
        subjectName: `Cierre de ${monthName(month)}`,
        country,
        after: { state: 'freezing' },
      },
    });
  });
}

interface Started {
  readonly country: CountryCode;
  readonly month: CalendarDate;
  readonly by: number;
}

/** Starts a close, or a prepared one from the beginning. @returns its id */
export async function startClose(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { country, month, by }: Started,
): Promise<number> {
  const { day, cutAt } = endOfMonth(country, month);
  const data = JSON.stringify(await closeData(tx, country, day));
  const { rows } = await sql<{ id: number }>`
    insert into closes (country, month, state, cut_at, data, prepared_by, prepared_at)
    values (${country}, ${month}, 'freezing', ${cutAt}, ${data}::jsonb, ${by}, ${clock.now()})
    on conflict (country, month) do update set state = 'freezing', version = closes.version + 1, frozen_to = 0,
      data = excluded.data, totals = null, journal = null, balances = null, prepared_by = excluded.prepared_by,
      prepared_at = excluded.prepared_at
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a close was not started');
  return row.id;
}

function closeCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/closes/{id}/close', async (tx, asked) => {
    const { id } = asked.params;
    const close = await lockClose(tx, id);
    if (!close || !countriesOf(asked).includes(close.country)) return fail('not_found');
    const { country, month } = close;
    if (close.version !== asked.seenVersion)
      return fail('changed_meanwhile', {
        message: 'El mes se preparó de nuevo mientras lo mirabas. Actualizá la página y revisá el diario.',
      });
    if (close.state !== 'prepared') return fail('close_state');
    await lockMonths(tx, country);
    const { totals, journal } = await tx
      .selectFrom('closes')
      .select([sql<StoredTotals>`totals`.as('totals'), sql<StoredJournal>`journal`.as('journal')])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (totals.difference !== 0) return fail('close_blocked', { message: obstacleText('unlike-ledger', 1) });
    const obstacles = await obstaclesOf(tx, deps, country, month);
    const [obstacle] = obstacles;
    if (obstacle) return fail('close_blocked', { message: obstacle.message });
    const { by, approver } = asked;
    // The request alone only checks; approval closes.
    if (approver) {
      await sql`
        update closes set state = 'closed', closed_at = ${deps.clock.now()}, asked_by = ${by.staffId},
          approved_by = ${doerOf(asked).staffId},
          number = coalesce((select max(number) from closes where country = ${country}), 0) + 1
        where id = ${id}`.execute(tx);
      const job: CloseJob = { country, id };
      await deps.jobs.send(tx, closeQueue, job);
    }
    const money = (amount: number) => formatMoney(centavos(amount), packOf(country).currency);
    return ok({
      answer: { outcome: 'done', approval: '' },
      facts: {
        subject: closeSubject(id),
        subjectName: `Cierre de ${monthName(month)}`,
        country,
        before: { state: 'prepared' },
        after: {
          state: 'closed',
          loans: totals.loans,
          provision: money(totals.sums.provision),
          journal: journal.map(({ account, amount }) => `${CLOSE_ACCOUNT_NAMES[account]}: ${money(amount)}`),
        },
      },
    });
  });
}

// npm run reconcile [-- list | run YYYY-MM-DD | close <id> <note>]: differences between the providers' lists
// and our books. Exits with 2 while there are any.
import { COUNTRIES } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney } from '../../../domain/money.ts';
import { runCommand, withDependencies } from '../../command.ts';
import type { Dependencies } from '../../dependencies.ts';
import { closeDifference, openDifferences } from './queries.ts';
import { reconcile } from './service.ts';

await runCommand(([what = 'list', ...given]) =>
  withDependencies(async (deps) => {
    if (what === 'run') await runDay(deps, given);
    else if (what === 'close') await close(deps, given);
    else if (what !== 'list') throw new Error(usage);
    return print(deps);
  }),
);

const usage = 'Usage: npm run reconcile [-- list | run YYYY-MM-DD | close <id> <note>]';

async function runDay(deps: Dependencies, [day]: readonly string[]): Promise<void> {
  if (day === undefined) throw new Error(usage);
  const date = calendarDate(day);
  for (const country of COUNTRIES) await reconcile(deps, { country, date });
}

async function close({ db, clock }: Dependencies, [id, ...note]: readonly string[]): Promise<void> {
  if (id === undefined || note.length === 0) throw new Error(usage);
  if (!(await closeDifference(db, Number(id), { note: note.join(' ') }, clock.now())))
    throw new Error(`there is no open difference ${id}`);
}

async function print({ db }: Dependencies): Promise<number> {
  const open = await openDifferences(db);
  for (const row of open) {
    const { currency } = packOf(row.country);
    const side = (state: string, amount: number | null) =>
      state === '' ? 'nothing' : `${state} ${amount === null ? '' : formatMoney(centavos(amount), currency)}`;
    const ours = side(row.our_state, row.our_amount);
    const theirs = side(row.their_state, row.their_amount);
    process.stdout.write(
      `${row.id} ${row.day} ${row.country} ${row.provider} ${row.key} ${row.provider_id}: ${row.kind}, ours ${ours}, theirs ${theirs}\n`,
    );
  }
  process.stdout.write(`${open.length} open\n`);
  return open.length > 0 ? 2 : 0;
}

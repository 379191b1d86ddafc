// npm run payouts -- <what>: payouts by file, for the operator. Exits with 0 on success, 2 when something
// needs a person, 1 when nothing was done.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isCurrency } from '../../../domain/currency.ts';
import { centavos, formatMoney } from '../../../domain/money.ts';
import { runCommand, withDependencies } from '../../command.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  acknowledgeBatch,
  batchId,
  closeBatches,
  importResults,
  openBatches,
  payoutFolderOf,
  releaseBatch,
  released,
  writeBatch,
  writeBatches,
} from './service.ts';

const usage = `Usage: npm run payouts -- list
       npm run payouts -- close
       npm run payouts -- write <rail> <currency> <number> [folder]
       npm run payouts -- release <rail> <currency> <number>
       npm run payouts -- acknowledge <rail> <currency> <number>
       npm run payouts -- results <rail> <file>
`;

/** Invalid command; the message gives the reason. */
class CommandError extends Error {}

const commands: Readonly<Record<string, (deps: Dependencies, given: readonly string[]) => Promise<number>>> =
  {
    list,
    close,
    write,
    release,
    acknowledge,
    results,
  };

await runCommand(([name = '', ...given]) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new CommandError(usage);
  return withDependencies((deps) => command(deps, given));
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Lists batches without an acknowledgement or with orders that await a result. */
async function list({ db }: Dependencies): Promise<number> {
  const open = await openBatches(db);
  for (const { rail, currency, number, orders, amount, closedAt, writer, unanswered, ...is } of open)
    print(
      [
        `${rail} ${currency} ${number}: closed ${closedAt.toISOString()}, ${orders} orders`,
        formatMoney(centavos(amount), currency),
        stateOf(is.isWritten, writer),
        is.isAcknowledged ? 'acknowledged' : 'not acknowledged',
        `${unanswered} without a result`,
      ].join(', '),
    );
  print(`${open.length} batches are open.`);
  return open.some(({ isAcknowledged }) => !isAcknowledged) ? 2 : 0;
}

function stateOf(isWritten: boolean, writer: string): string {
  if (writer === released) return 'released';
  return `${isWritten ? 'written' : 'being written'} by ${writer}`;
}

/** Closes a batch of all waiting orders now and writes it on this machine. */
async function close(deps: Dependencies): Promise<number> {
  const folder = payoutFolderOf(deps.config);
  const ids = await closeBatches(deps, 0, new Set(), folder.writer);
  await writeBatches(deps, folder, ids);
  print(`${ids.length} batches closed.`);
  return 0;
}

/** Rewrites a batch's file on this machine, with identical content. */
async function write({ db, config }: Dependencies, asked: readonly string[]): Promise<number> {
  const { rail, id } = await batchOf(db, asked);
  print(await writeBatch(db, asked[3] ?? join(config.PAYOUT_DIR, rail, 'orders'), id));
  return 0;
}

/** Lets any worker write a batch that its own host left unwritten. */
async function release({ db }: Dependencies, asked: readonly string[]): Promise<number> {
  const { id } = await batchOf(db, asked);
  if (!(await releaseBatch(db, id))) throw new CommandError('It has been written, or is being written.');
  print('Released: the next worker with PAYOUT_FILES=on writes it.');
  return 0;
}

async function acknowledge({ db, clock }: Dependencies, asked: readonly string[]): Promise<number> {
  await acknowledgeBatch(db, clock, (await batchOf(db, asked)).id);
  return 0;
}

async function batchOf(db: Dependencies['db'], [rail, currency, number]: readonly string[]) {
  if (rail === undefined || !isCurrency(currency) || !/^\d{1,9}$/.test(number ?? ''))
    throw new CommandError(usage);
  const id = await batchId(db, { rail, currency, number: Number(number) });
  if (id === undefined) throw new CommandError(`There is no batch ${rail} ${currency} ${number}.`);
  return { rail, id };
}

async function results(deps: Dependencies, [rail, path]: readonly string[]): Promise<number> {
  if (rail === undefined || path === undefined) throw new CommandError(usage);
  const imported = await importResults(deps, { rail, name: basename(path), bytes: await readFile(path) });
  if (!imported.ok) throw new CommandError(`Refused, nothing was imported: ${imported.reason}.`);
  const counts = [...imported.outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
  print(`${imported.isNew ? 'Imported' : 'Known, nothing was done'}: ${counts}`);
  for (const { line, outcome, reference } of imported.rejects)
    print(`line ${line}: ${outcome}, ${reference}`);
  return imported.rejects.length > 0 ? 2 : 0;
}

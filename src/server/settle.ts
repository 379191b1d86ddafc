import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { runCommand, withDependencies } from './command.ts';
import { importCollection, type Imported } from './servicing/payments/service.ts';

/**
 * Books a network's settlement file: `npm run settle -- <network> <file>`. Exit code 0 if every line is
 * booked, 2 if some wait for a person, 1 if the file was refused.
 */
await runCommand(async ([network, path]) => {
  if (network === undefined || path === undefined)
    throw new Error('Usage: npm run settle -- <network> <file>');
  const bytes = await readFile(path);
  const imported = await withDependencies((deps) =>
    importCollection(deps, { network, name: basename(path), bytes }),
  );
  process.stdout.write(textOf(imported));
  return imported.ok ? (imported.rejects.length > 0 ? 2 : 0) : 1;
});

function textOf(imported: Imported): string {
  if (!imported.ok) return `Refused, nothing was booked: ${imported.reason}.\n`;
  const { lines, booked, encoding, amount, outcomes, rejects } = imported;
  const counts = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
  const head = `${lines} lines (${encoding}), ${amount} in all; booked now: ${booked}. ${counts}\n`;
  const listed = rejects.map(
    ({ line, outcome, reason, reportId, amount: each }) =>
      `line ${line}: ${outcome}, ${reportId || 'no number'}, ${each ?? 'no amount'}: ${reason}\n`,
  );
  return head + listed.join('');
}

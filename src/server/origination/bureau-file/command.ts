// npm run bureau-file -- <deudores.txt>: imports the BCRA's monthly file of debtors, for use while its
// Central de Deudores is unavailable.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { runCommand, withDatabase } from '../../command.ts';
import { loadDebtors } from './load.ts';

await runCommand(async ([path]) => {
  if (path === undefined) throw new Error('Usage: npm run bureau-file -- <deudores.txt>');
  const lines = createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Infinity });
  const {
    period,
    lines: count,
    broken,
  } = await withDatabase(({ db }, _url, config) => loadDebtors(db, lines, new Date(), config.BCRA_LENDER));
  process.stdout.write(`${count} lines of ${period}; ${broken.length} left out\n`);
  if (broken.length > 0) process.stdout.write(`not understood: lines ${broken.join(', ')}\n`);
  return 0;
});

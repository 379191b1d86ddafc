// npm run seals [-- digest…]: recomputes the chain of append-only rows. Exits with 2 if a row was changed or a given
// digest is not in the chain.
import { runCommand, withDependencies } from '../../command.ts';
import { verifySeals } from './verify.ts';

await runCommand((noted) =>
  withDependencies(async ({ db }) => {
    if (noted.some((each) => !/^[\da-f]{64}$/.test(each)))
      throw new Error('Usage: npm run seals [-- digest…], each of 64 hexadecimal digits');
    const reports = await verifySeals(db, noted);
    for (const { stream, seals, rows, to, digest, broken } of reports) {
      const state = broken ? `rows ${broken.from} to ${broken.to}: ${broken.why}` : 'as sealed';
      process.stdout.write(
        `${stream}: ${rows} rows up to ${to} in ${seals} seals, ${state}. Last ${digest}\n`,
      );
    }
    const found = new Set(reports.flatMap((report) => report.found));
    const missing = noted.filter((each) => !found.has(each));
    for (const each of missing) process.stdout.write(`not in the chain: ${each}\n`);
    return missing.length > 0 || reports.some(({ broken }) => broken) ? 2 : 0;
  }),
);

// Measures payments from request to ledger, in turns with another version of the product if given: node
// lab/bench/pay.ts, or BENCH_BESIDE=<folder of its sources> node lab/bench/pay.ts.
import { addApplicants, confirmation } from './applicants.ts';
import { askPayments, monthlyPrice } from './payments.ts';
import { fillPortfolio } from './portfolio.ts';
import { compareVersions } from './versions.ts';
import { bodyOf, Wire } from './wire.ts';

const loans = Number(process.env['BENCH_LOANS'] ?? 20_000);

await compareVersions('Paying', async (database, product) => {
  await addApplicants(database, 10);
  // Model for the loans of the portfolio.
  const [wire, shot] = [new Wire(product.port), confirmation(1)];
  bodyOf(await wire.ask(shot), shot);
  wire.close();
  await fillPortfolio(database, 0, loans);
  return askPayments(loans, await monthlyPrice(database));
});

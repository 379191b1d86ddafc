import { parseUnits } from '../domain/money.ts';
import { withDependencies } from './command.ts';
import { refundCredit } from './payments/service.ts';

/**
 * Notes that money in favour was transferred back to its customer:
 * `npm run refund-credit -- <loan id> <amount in currency units> <reference of the transfer>`.
 */
const [loanId, units, reference] = process.argv.slice(2);
try {
  const amount = parseUnits(units ?? '');
  if (loanId === undefined || reference === undefined || amount === undefined || amount <= 0)
    throw new Error('Usage: npm run refund-credit -- <loan id> <amount> <reference of the transfer>');
  const outcome = await withDependencies((deps) => refundCredit(deps, { loanId, amount, reference }));
  process.stdout.write(`${outcome}\n`);
  process.exitCode = outcome === 'refunded' || outcome === 'known' ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { parseUnits } from '../domain/money.ts';
import { runCommand, withDependencies } from './command.ts';
import { refundCredit } from './servicing/payments/service.ts';

/**
 * Records a refund of customer credit that was transferred by hand: `npm run refund-credit -- <loan id>
 * <amount in currency units> <reference of the transfer>`.
 */
await runCommand(async ([loanId, units, reference]) => {
  const amount = parseUnits(units ?? '');
  if (loanId === undefined || reference === undefined || amount === undefined || amount <= 0)
    throw new Error('Usage: npm run refund-credit -- <loan id> <amount> <reference of the transfer>');
  const outcome = await withDependencies((deps) => refundCredit(deps, { loanId, amount, reference }));
  process.stdout.write(`${outcome}\n`);
  return outcome === 'refunded' || outcome === 'known' ? 0 : 1;
});

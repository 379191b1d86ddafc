// npm run correct-books: lists loans with written books that differ from today's rules; with --apply, books
// differences that favour the borrower. Exits with 0 when nothing is left, 2 when something needs a person or
// --apply.
import { formatMoney, sum, type Centavos } from '../../../domain/money.ts';
import { runCommand, withDependencies } from '../../command.ts';
import type { Dependencies } from '../../dependencies.ts';
import { correctBooks, differences, type Difference } from './service.ts';

const usage = 'Usage: npm run correct-books [-- --apply]';

await runCommand((given) => {
  const [option, ...more] = given;
  if (more.length > 0 || (option !== undefined && option !== '--apply')) throw new Error(usage);
  return withDependencies((deps) => correct(deps, option === '--apply'));
});

async function correct(deps: Dependencies, isApplied: boolean): Promise<number> {
  const count = { corrected: 0, left: 0, forAPerson: 0 };
  for await (const found of differences(deps)) {
    const corrected = found.isInFavour && isApplied ? await correctBooks(deps, found.loan.id) : undefined;
    const outcome = found.isInFavour ? (corrected ? 'corrected' : 'in favour') : 'for a person';
    if (corrected) count.corrected += 1;
    else if (found.isInFavour) count.left += 1;
    else count.forAPerson += 1;
    process.stdout.write(`${lineOf(corrected ?? found, outcome)}\n`);
  }
  const { corrected, left, forAPerson } = count;
  process.stdout.write(`${corrected} corrected, ${left} left in favour, ${forAPerson} for a person\n`);
  return left + forAPerson === 0 ? 0 : 2;
}

/** Prints a loan on one line: overcharges by component, waived amounts and contradictions. */
function lineOf(found: Difference, outcome: string): string {
  const { loan, overcharged, undercharged, waived, credited, contradictions } = found;
  const money = (amount: Centavos) => formatMoney(amount, loan.currency);
  const parts = [...overcharged].map(([component, amount]) => `${component} ${money(amount)}`).join(', ');
  const figures = [
    `charged above ${money(sum(overcharged.values()))}${parts === '' ? '' : ` (${parts})`}`,
    `waived ${money(waived)}`,
    `in favour ${money(credited)}`,
    ...(undercharged > 0 ? [`charged below ${money(undercharged)}`] : []),
  ];
  const others = contradictions.map(
    ({ kind, subject, expected, found: is }) => `${kind} ${subject}: ${is} instead of ${expected}`,
  );
  const rest = outcome === 'for a person' ? `; ${others.join('; ')}` : '';
  return `${loan.country} ${loan.publicId} ${outcome}: ${figures.join(', ')}${rest}`;
}

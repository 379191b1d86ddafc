import { packOf } from '../../../../countries/index.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { toUnits } from '../../../../domain/money.ts';
import type { BookingDependencies, Dependencies } from '../../../dependencies.ts';
import type {
  CollectedLine,
  CollectionFile,
  CollectionNetwork,
} from '../../../integrations/collection/port.ts';
import { transaction } from '../../../platform/database.ts';
import { bookLine, rejected } from '../reports/import-collection.ts';

/** A longer file's other lines are seen when it is booked: loans stay locked while lines are tried. */
const mostTried = 300;

type PreviewDependencies = BookingDependencies & Pick<Dependencies, 'db' | 'ports'>;

interface ShownLine {
  readonly line: number;
  readonly kind: 'payment' | 'reversal';
  readonly report_id: string;
  readonly reference: string;
  readonly amount: number;
  readonly paid_on: string;
  readonly outcome: string;
  readonly reason: string;
}

/** Ends a transaction whose work was only tried. */
class Tried extends Error {}

/** What lines would become, one after the other: they are booked and undone again. */
async function tryLines(
  deps: PreviewDependencies,
  network: CollectionNetwork,
  lines: readonly CollectedLine[],
): Promise<ShownLine[]> {
  let tried: ShownLine[] = [];
  try {
    await transaction(deps.db, async (tx) => {
      tried = [];
      for (const line of lines) {
        const outcome = await bookLine(tx, deps, network, line);
        tried.push({
          line: line.line,
          kind: line.kind,
          report_id: line.reportId,
          amount: toUnits(line.amount),
          paid_on: formatDate(line.paidOn),
          ...outcome,
        });
      }
      throw new Tried();
    });
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
  return tried;
}

/** What a file would do: the preview books and undoes it, so that it knows no rule of its own. */
export async function previewFile(
  deps: PreviewDependencies,
  network: CollectionNetwork,
  file: CollectionFile,
) {
  const tried = await tryLines(deps, network, file.lines.slice(0, mostTried));
  return {
    country: network.country,
    currency: packOf(network.country).currency,
    settled_on: formatDate(file.settledOn),
    lines: file.lines.length,
    amount: toUnits(file.total),
    counts: countsOf(tried),
    rejects: tried.filter(({ outcome }) => rejected.includes(outcome)),
    tried: tried.length,
  };
}

/** How many lines became what, and their money. */
function countsOf(lines: readonly Pick<ShownLine, 'outcome' | 'amount'>[]) {
  const counts = new Map<string, { count: number; cents: number }>();
  for (const { outcome, amount } of lines) {
    const { count, cents } = counts.get(outcome) ?? { count: 0, cents: 0 };
    counts.set(outcome, { count: count + 1, cents: cents + Math.round(amount * 100) });
  }
  return [...counts].map(([outcome, { count, cents }]) => ({ outcome, count, amount: cents / 100 }));
}

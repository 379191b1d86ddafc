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
import { bookLine } from '../reports/book-line.ts';
import { needsPerson } from '../reports/import-collection.ts';
import { loanOfReport } from '../reports/line-history.ts';
import { linkedLines } from './linked-lines.ts';

/** Lines per preview transaction, which is rolled back; their loans stay locked meanwhile. */
const triedAtOnce = 100;
/** Lines previewed while the person waits; a job previews longer files. */
export const triedWhileWaiting = 300;
/** Number of previewed lines after which the job stores its progress. */
const storedEach = 1_000;
/** Maximum number of displayed lines; all of them are counted. */
const mostShown = 500;

type PreviewDependencies = BookingDependencies & Pick<Dependencies, 'db' | 'ports'>;

export interface ShownLine {
  readonly line: number;
  readonly kind: CollectedLine['kind'];
  readonly report_id: string;
  readonly reference: string;
  /** Currency units; null if the line's amount is unreadable. */
  readonly amount: number | null;
  readonly paid_on: string;
  readonly outcome: string;
  readonly reason: string;
  readonly said: string;
  /** Number of the loan that it affects or is already booked on; '' for none. */
  readonly loan: string;
}

/** Preview of a file, as far as its lines were tried. */
export interface SeenFile {
  readonly network: string;
  readonly of: number;
  readonly lines: readonly ShownLine[];
  readonly counts: readonly { readonly outcome: string; readonly count: number; readonly amount: number }[];
}

/** Rolls back a preview transaction. */
class Tried extends Error {}

/** Previews lines in order: books each and rolls back. */
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
        const became = await bookLine(tx, deps, network, line);
        const touched = await loanOfReport(tx, network.source, line.reportId);
        tried.push({ ...lineView(line, became), loan: touched ? String(touched.loan) : '' });
      }
      throw new Tried();
    });
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
  return tried;
}

function lineView(
  line: CollectedLine,
  became: Awaited<ReturnType<typeof bookLine>>,
): Omit<ShownLine, 'loan'> {
  const { amount, paidOn } = line;
  return {
    line: line.line,
    kind: line.kind,
    report_id: line.reportId,
    amount: amount === undefined ? null : toUnits(amount),
    paid_on: paidOn === undefined ? '' : formatDate(paidOn),
    said: '',
    ...became,
  };
}

interface Trying {
  /** File name, which determines the layout. */
  readonly name: string;
  /** Maximum number of lines to try; all if absent. */
  readonly most?: number;
  readonly before?: readonly ShownLine[];
  readonly store?: (seen: SeenFile) => Promise<void>;
}

/**
 * Previews a file by booking and rolling back, so that the preview has no rules of its own. Dependent lines
 * (same payment number or customer) are tried together, all others in small transactions.
 */
export async function tryFile(
  deps: PreviewDependencies,
  network: CollectionNetwork,
  file: CollectionFile,
  { name, most, before = [], store }: Trying,
): Promise<SeenFile> {
  const tried = new Map(before.map((line) => [line.line, line]));
  const seen = (): SeenFile => {
    const lines = [...tried.values()].toSorted((a, b) => a.line - b.line);
    return { network: name, of: file.lines.length, lines, counts: countsOf(lines) };
  };
  const groups = await linkedLines(deps.db, network, file.lines);
  let stored = tried.size;
  for (const lines of inTurns(groups.filter((group) => group.some(({ line }) => !tried.has(line))))) {
    if (most !== undefined && tried.size >= most) break;
    for (const line of await tryLines(deps, network, lines)) tried.set(line.line, line);
    if (store === undefined || tried.size - stored < storedEach) continue;
    stored = tried.size;
    await store(seen());
  }
  return seen();
}

/** Groups of lines, combined up to the size of one transaction. */
function inTurns(groups: readonly (readonly CollectedLine[])[]): CollectedLine[][] {
  const turns: CollectedLine[][] = [];
  for (const group of groups) {
    const last = turns.at(-1);
    if (last && last.length + group.length <= triedAtOnce) last.push(...group);
    else turns.push([...group]);
  }
  return turns;
}

export function fileView(network: CollectionNetwork, file: CollectionFile, { lines, counts }: SeenFile) {
  return {
    country: network.country,
    currency: packOf(network.country).currency,
    settled_on: formatDate(file.settledOn),
    lines: file.lines.length,
    amount: toUnits(file.total),
    counts: [...counts],
    rejects: lines.filter(({ outcome }) => needsPerson(outcome)).slice(0, mostShown),
    tried: lines.length,
  };
}

function countsOf(lines: readonly Pick<ShownLine, 'outcome' | 'amount'>[]): SeenFile['counts'] {
  const counts = new Map<string, { count: number; cents: number }>();
  for (const { outcome, amount } of lines) {
    const { count, cents } = counts.get(outcome) ?? { count: 0, cents: 0 };
    counts.set(outcome, { count: count + 1, cents: cents + Math.round((amount ?? 0) * 100) });
  }
  return [...counts].map(([outcome, { count, cents }]) => ({ outcome, count, amount: cents / 100 }));
}

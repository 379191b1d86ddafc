import type { AnswerLine, ResultLine } from './result-file.ts';

/** Outcome of a line, as in the table `payout_result`. */
type ResultOutcome = 'decided' | 'known' | 'contradicted' | 'unmatched' | 'acknowledged' | 'unread';

type Said = Pick<ResultLine, 'state' | 'providerId' | 'receiptCode'>;

/** Known facts before the file. */
interface Known {
  readonly orders: ReadonlySet<string>;
  readonly first: ReadonlyMap<string, Said>;
  /** Count and sum (centavos) of each batch, by its number. */
  readonly batches: ReadonlyMap<number, { readonly count: number; readonly amount: number }>;
}

export interface Judged {
  readonly line: AnswerLine;
  readonly outcome: ResultOutcome;
  /** First result, which prevails over a contradicting line. */
  readonly first?: Said;
}

/** Decides each line of a file, in order: the first result of an order prevails. */
export function judgeResults(lines: readonly AnswerLine[], known: Known): Judged[] {
  const first = new Map(known.first);
  return lines.map((line) => {
    if (line.kind === 'acknowledgement') {
      const batch = known.batches.get(line.number);
      if (batch === undefined) return { line, outcome: 'unmatched' };
      const isSame = batch.count === line.count && batch.amount === line.amount;
      return { line, outcome: isSame ? 'acknowledged' : 'contradicted' };
    }
    if (line.kind === 'unread') return { line, outcome: 'unread' };
    const before = first.get(line.reference);
    if (before !== undefined)
      return isSameResult(before, line)
        ? { line, outcome: 'known' }
        : { line, outcome: 'contradicted', first: before };
    first.set(line.reference, line);
    return { line, outcome: known.orders.has(line.reference) ? 'decided' : 'unmatched' };
  });
}

/**
 * Compares two results. Different payment numbers are a contradiction; a failure's reason may be worded
 * differently.
 */
function isSameResult(one: Said, other: Said): boolean {
  if (one.state !== other.state) return false;
  return (
    one.state === 'failed' || (one.providerId === other.providerId && one.receiptCode === other.receiptCode)
  );
}

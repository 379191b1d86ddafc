import type { Loan } from './loan-query.ts';
import { withdrawnTexts as texts } from './texts.ts';

/** What the page of a loan is called whose customer withdrew from it; undefined for any other loan. */
export function withdrawnTitle({ withdrawal }: Pick<Loan, 'withdrawal'>): string | undefined {
  if (!withdrawal) return undefined;
  return withdrawal.state === 'return-due' ? texts.returnTitle : texts.title;
}

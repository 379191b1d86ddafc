import type { Loan } from './loan-query.ts';
import { withdrawnTexts as texts } from './texts.ts';

/** Whether the money has to come back: then giving it back is the page's one clear action. */
export const hasToReturn = ({ withdrawal, state_slug }: Pick<Loan, 'withdrawal' | 'state_slug'>): boolean =>
  withdrawal?.state === 'return-due' && state_slug === 'approved';

/** What the page of a loan is called whose customer withdrew from it; undefined for any other loan. */
export function withdrawnTitle({ withdrawal }: Pick<Loan, 'withdrawal'>): string | undefined {
  if (!withdrawal) return undefined;
  return withdrawal.state === 'return-due' ? texts.returnTitle : texts.title;
}

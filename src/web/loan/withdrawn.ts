import type { Loan } from './loan-query.ts';
import { withdrawnTexts as texts } from './texts.ts';

/** True if money has to be returned: then that is the page's main action. */
export const hasToReturn = ({ withdrawal, state_slug }: Pick<Loan, 'withdrawal' | 'state_slug'>): boolean =>
  withdrawal?.state === 'return-due' && state_slug === 'approved';

/** Page title of a withdrawn loan; undefined for any other loan. */
export function withdrawnTitle({ withdrawal }: Pick<Loan, 'withdrawal'>): string | undefined {
  if (!withdrawal) return undefined;
  return withdrawal.state === 'return-due' ? texts.returnTitle : texts.title;
}

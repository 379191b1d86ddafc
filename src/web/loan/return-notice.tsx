import { paths } from '../../contract/paths.ts';
import { creditTexts } from '../balance/credit-texts.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Loan } from './loan-query.ts';
import { returnTexts as texts, withdrawnTexts } from './texts.ts';

/** {@link ReturnDue} as a card of its own. */
export function ReturnNotice({ loan }: { loan: Loan }) {
  if (loan.withdrawal?.state !== 'return-due') return null;
  return (
    <Card>
      <ReturnDue loan={loan} />
    </Card>
  );
}

/**
 * For the owner who withdrew from a loan that was paid out: how much has to come back, until when, and where it is
 * paid (docs/decisions/0020-withdrawal.md). Nothing for any other loan.
 * @param isPaying a payment of it is shown already
 */
export function ReturnDue({ loan, isPaying = false }: { loan: Loan; isPaying?: boolean }) {
  const money = useMoney();
  const { id, withdrawal } = loan;
  const go = useGo();
  if (withdrawal?.state !== 'return-due') return null;
  return (
    <>
      <Notice tone="late">
        {texts.text(money(withdrawal.amount), withdrawal.until)}
        {withdrawal.credit > 0 && ` ${creditTexts.less(money(withdrawal.credit))}`}
      </Notice>
      {hasToReturn(loan) && !isPaying && (
        <Button wide onClick={() => go.to(paths.settlement(id))}>
          {texts.pay}
        </Button>
      )}
    </>
  );
}

/** True if money has to be returned: then that is the page's main action. */
export const hasToReturn = ({ withdrawal, state_slug }: Pick<Loan, 'withdrawal' | 'state_slug'>): boolean =>
  withdrawal?.state === 'return-due' && state_slug === 'approved';

/** Page title of a withdrawn loan; undefined for any other loan. */
export function withdrawnTitle({ withdrawal }: Pick<Loan, 'withdrawal'>): string | undefined {
  if (!withdrawal) return undefined;
  return withdrawal.state === 'return-due' ? withdrawnTexts.returnTitle : withdrawnTexts.title;
}

import { useQuery } from '@tanstack/react-query';
import { paths } from '../paths.ts';
import { settlementQuery } from '../settlement/settlement-query.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatMoney } from '../ui/money.ts';
import { Notice } from '../ui/tag.tsx';
import { returnTexts as texts } from './texts.ts';

/**
 * For the owner who withdrew from a loan that was paid out: how much has to come back, until when, and where it is
 * paid (docs/decisions/0020-withdrawal.md). Nothing for any other loan.
 */
export function ReturnNotice({ loanId }: { loanId: string | null }) {
  const go = useGo();
  const query = useQuery({ ...settlementQuery(loanId ?? ''), enabled: loanId !== null });
  const withdrawal = query.data?.withdrawal;
  if (!withdrawal || loanId === null) return null;
  return (
    <Card>
      <Notice tone="late" title={texts.title}>
        {texts.text(formatMoney(withdrawal.amount), withdrawal.until)}
      </Notice>
      <Button wide onClick={() => go.to(paths.settlement(loanId))}>
        {texts.pay}
      </Button>
    </Card>
  );
}

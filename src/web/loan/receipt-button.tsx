import { paths } from '../paths.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import type { Loan } from './loan-query.ts';
import { loanTexts as texts } from './texts.ts';

/** Leads to the transfer receipt, once there is one and for its owner only. */
export function ReceiptButton({ loan }: { loan: Loan }) {
  const go = useGo();
  if (!loan.files.transference_receipt) return null;
  return (
    <Button wide kind="ghost" onClick={() => go.to(paths.receipt(loan.id))}>
      {texts.receipt}
    </Button>
  );
}

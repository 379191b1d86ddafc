import { useEffect } from 'react';
import { clearFailures, showFailure } from '../shell/failures.ts';
import { BarSummary, BottomBar } from '../shell/bottom-bar.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Account } from './balance-query.ts';
import { EarlyHint } from './early-hint.tsx';
import { chooseTexts as texts } from './payment/payment-texts.ts';
import type { Choice } from './use-choice.ts';

/** Names the sum that the head of the page names. */
function nextLabelOf({ chosen, isDue }: Choice, total: string): string {
  if (!isDue) return texts.pay;
  return chosen.every(({ days_late }) => days_late > 0) ? texts.payOverdue(total) : texts.payDue(total);
}

interface PayBarProps {
  account: Account;
  choice: Choice;
  onPay: () => void;
  /** Pressed with nothing chosen. */
  onNothing: () => void;
}

/** Chosen total and the way to pay it; a hint while nothing is chosen (docs/product/payments.md#request). */
export function PayBar({ account, choice, onPay, onNothing }: PayBarProps) {
  const money = useMoney();
  const { chosen, total, isDue } = choice;
  const pay = () => {
    if (chosen.length > 0) return onPay();
    showFailure(texts.nothingChosen);
    onNothing();
  };
  const hasChosen = chosen.length > 0;
  useEffect(() => {
    if (hasChosen) clearFailures();
  }, [hasChosen]);
  return (
    <BottomBar
      onNext={pay}
      // Pressed with nothing chosen, it only says what to do first.
      nextKind={hasChosen ? 'primary' : 'ghost'}
      nextLabel={nextLabelOf(choice, money(total))}
      note={<EarlyHint account={account} choice={choice} />}
      isSummaryHidden={isDue}
      summary={
        <div aria-live="polite">
          <BarSummary
            strong={
              <>
                <span className="visually-hidden">{texts.total} </span>
                {money(total)}
              </>
            }
          >
            {chosen.length === 0 ? texts.none : texts.chosen(chosen.length)}
          </BarSummary>
        </div>
      }
    />
  );
}

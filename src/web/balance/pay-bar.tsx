import { snackbar } from '../shell/snackbar-store.ts';
import { BarSummary, BottomBar } from '../shell/bottom-bar.tsx';
import { formatMoney } from '../ui/money.ts';
import { chooseTexts as texts } from './payment-texts.ts';
import type { Choice } from './use-choice.ts';

/** What is chosen so far and the way to pay it; with nothing chosen it says what is missing (B §4 'Payment flow'). */
export function PayBar({ choice, onPay }: { choice: Choice; onPay: () => void }) {
  const { chosen, total } = choice;
  const pay = () => {
    if (chosen.length > 0) onPay();
    else snackbar.show({ message: texts.nothingChosen, kind: 'warning' });
  };
  return (
    <BottomBar
      onNext={pay}
      nextLabel={texts.pay}
      summary={
        <div aria-live="polite">
          <BarSummary
            strong={
              <>
                <span className="visually-hidden">{texts.total} </span>
                {formatMoney(total)}
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

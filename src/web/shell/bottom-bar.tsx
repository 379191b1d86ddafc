import type { ReactNode } from 'react';
import { shellTexts } from '../text/shared.ts';
import { Button } from '../ui/button.tsx';
import css from './bottom-bar.module.css';

interface BottomBarProps {
  /** ANT; left out where there is nothing to go back to. */
  onBack?: () => void;
  /** SIG; not needed when `form` submits one. */
  onNext?: () => void;
  /** Id of the form that SIG submits. */
  form?: string;
  /** Another word than SIG. */
  nextLabel?: string;
  backLabel?: string;
  nextBusy?: boolean;
  nextDisabled?: boolean;
  /** What is decided so far, beside the buttons. */
  summary?: ReactNode;
}

/** The bar at the lower edge with ANT and SIG (A §2.8). It stays in view and ends above the footer. */
export function BottomBar(props: BottomBarProps) {
  const { onBack, onNext, form, nextLabel, backLabel, nextBusy, nextDisabled, summary } = props;
  return (
    <div className={css.bar}>
      <div className={css.column}>
        {onBack && (
          <Button
            kind="ghost"
            className={css.back}
            onClick={onBack}
            title={backLabel ? undefined : shellTexts.backLong}
          >
            {backLabel ?? shellTexts.back}
          </Button>
        )}
        {summary && <div className={css.summary}>{summary}</div>}
        {(onNext || form) && (
          <Button
            type={form ? 'submit' : 'button'}
            form={form}
            className={css.next}
            busy={nextBusy ?? false}
            disabled={nextDisabled}
            onClick={onNext}
            title={nextLabel ? undefined : shellTexts.nextLong}
          >
            {nextLabel ?? shellTexts.next}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Amount and a line under it, for the bar's summary. */
export function BarSummary({ strong, children }: { strong: ReactNode; children: ReactNode }) {
  return (
    <p className={css.lines}>
      <strong>{strong}</strong>
      <span>{children}</span>
    </p>
  );
}

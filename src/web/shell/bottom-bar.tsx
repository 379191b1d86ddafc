import { type ReactNode, useRef, type RefObject, useLayoutEffect } from 'react';
import { shellTexts } from '../text/shared.ts';
import { classes } from '../../ui/classes.ts';
import { Button, type ButtonKind } from '../../ui/button.tsx';
import css from './bottom-bar.module.css';
import { FailureLine } from './failure-line.tsx';

const property = '--bottom-bar-height';

/** Publishes the bottom bar's height to the styles, for content that floats above it or scrolls under it. */
function useBarHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = element.current;
    if (!bar) return;
    const { style } = document.documentElement;
    const tell = () => style.setProperty(property, `${bar.offsetHeight}px`);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [element]);
}

interface BottomBarProps {
  /** ANT; left out where there is nothing to go back to. */
  onBack?: () => void;
  /** SIG; not needed when `form` submits one. */
  onNext?: () => void;
  /** Id of the form that SIG submits. */
  form?: string;
  /** Another word than SIG. */
  nextLabel?: string;
  nextKind?: ButtonKind;
  backLabel?: string;
  nextBusy?: boolean;
  nextDisabled?: boolean;
  /** Chosen values, next to the buttons. */
  summary?: ReactNode;
  /** The button says it already: on a phone the summary is for screen readers only. */
  isSummaryHidden?: boolean;
  /** A line above the buttons. */
  note?: ReactNode;
}

/**
 * The bar at the lower edge with ANT and SIG (docs/product/application.md#summary-and-bar). It stays in view
 * and ends above the footer.
 */
export function BottomBar(props: BottomBarProps) {
  const {
    onBack,
    onNext,
    form,
    nextLabel,
    nextKind = 'primary',
    backLabel,
    nextBusy,
    nextDisabled,
    summary,
    note,
  } = props;
  const element = useRef<HTMLDivElement>(null);
  useBarHeight(element);
  return (
    <div ref={element} className={css.bar} data-bar>
      {note && (
        <div className={css.note} aria-live="polite">
          {note}
        </div>
      )}
      <div className={css.failure}>
        <FailureLine />
      </div>
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
        {summary && <div className={classes(css.summary, props.isSummaryHidden && css.said)}>{summary}</div>}
        {(onNext || form) && (
          <Button
            type={form ? 'submit' : 'button'}
            form={form}
            kind={nextKind}
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
export function BarSummary({
  strong,
  long,
  short,
  warning,
  children,
}: {
  strong: ReactNode;
  /** A disadvantage of the chosen option. */
  warning?: string | undefined;
  /** In large text on a phone `strong` alone. */
  short?: boolean;
  /** Smaller, for a sentence instead of a figure. */
  long?: boolean;
  children: ReactNode;
}) {
  return (
    <p className={classes(css.lines, long && css.long, short && css.short)}>
      <strong>{strong}</strong>
      <span>{children}</span>
      {warning !== undefined && <span className={css.warning}>{warning}</span>}
    </p>
  );
}

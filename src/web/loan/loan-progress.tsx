import { classes } from '../../ui/classes.ts';
import css from './loan.module.css';
import type { Loan, LoanState } from './loan-query.ts';
import { progressTexts as texts } from './texts.ts';

/** Index of the step under way; 3 when all are done. A canceled loan has no step. */
const position: Record<Exclude<LoanState, 'canceled'>, number> = {
  send: 0,
  preapproved: 1,
  approved: 3,
  finished: 3,
};

/**
 * Three-step progress of a loan (docs/product/confirmation.md#loan-view). Words say which step is done;
 * colour and mark repeat it.
 */
export function LoanProgress({ loan }: { loan: Pick<Loan, 'state_slug' | 'delivery_type' | 'arrival'> }) {
  if (loan.state_slug === 'canceled') return null;
  const at = position[loan.state_slug];
  const isWaiting = loan.arrival?.state === 'waiting';
  const isBank = loan.delivery_type === 'bank-transfer';
  const steps = [
    { title: texts.checking, note: texts.checkingNote },
    {
      title: isBank ? texts.preparing : texts.preparingCash,
      note: isWaiting ? texts.waitingNote : texts.preparingNote,
    },
    { title: isBank ? texts.deposited : texts.depositedCash, note: '' },
  ];
  return (
    <ol className={css.steps} aria-label={texts.label}>
      {steps.map(({ title, note }, index) => (
        <li
          key={title}
          className={classes(css.step, index < at && css.done, index === at && css.now)}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={css.mark} aria-hidden="true">
            {index < at ? '✓' : index + 1}
          </span>
          <span className={css.words}>
            <strong>{title}</strong>
            <span className="visually-hidden">
              {' '}
              {index < at ? texts.done : index === at ? texts.now : texts.todo}
            </span>
            {index === at && <span className={css.note}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

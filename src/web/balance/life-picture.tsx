import { classes } from '../../ui/classes.ts';
import type { Instalment } from './balance-query.ts';
import css from './balance.module.css';
import { isPaid, isUnderWay, lookOf, stateName } from './standing.ts';
import { instalmentTexts as texts } from './texts.ts';

/** Paid, late and still to come over the life of the loan, one box an instalment; the next one to pay is framed. */
export function LifePicture({ instalments }: { instalments: readonly Instalment[] }) {
  if (instalments.length === 0) return null;
  const ordered = instalments.toSorted((a, b) => a.number - b.number);
  const next = ordered.find((each) => !isPaid(each) && !isUnderWay(each) && each.amount > 0);
  return (
    <ol className={css.life} aria-label={texts.picture}>
      {ordered.map((each) => (
        <li
          key={each.id}
          className={classes(css.box, css[lookOf(each)], each === next && css.next)}
          aria-current={each === next ? 'step' : undefined}
        >
          <span aria-hidden="true">{each.number}</span>
          <span className="visually-hidden">{texts.pictureItem(each.number, stateName(each))}</span>
        </li>
      ))}
    </ol>
  );
}

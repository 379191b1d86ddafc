import { classes } from './classes.ts';
import { formatMoney, formatNumber } from './money.ts';
import css from './money-text.module.css';

/** An amount in currency units with tabular figures; `big` is the face of a screen. */
export function MoneyText({ units, big }: { units: number; big?: boolean }) {
  if (!big) return <span className={css.money}>{formatMoney(units)}</span>;
  return (
    <span className={classes(css.money, css.big)}>
      <small>$</small>
      {formatNumber(units)}
    </span>
  );
}

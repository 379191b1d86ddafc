import { CURRENCIES } from '../../domain/currency.ts';
import { formatNumber } from '../../domain/format-units.ts';
import { useCountry } from '../country.tsx';
import { classes } from '../../ui/classes.ts';
import { moneyOf } from './money.ts';
import css from './money-text.module.css';

/** As many characters as fit on a small phone, though not at full size in a narrow column. */
const fitting = 10;

/** An amount in currency units with tabular figures; `big` is the face of a screen. */
export function MoneyText({ units, big }: { units: number; big?: boolean }) {
  const { currency } = useCountry();
  if (!big) return <span className={css.money}>{moneyOf(currency)(units)}</span>;
  const figures = formatNumber(units);
  const size = figures.length > fitting ? css.long : figures.length === fitting && css.fitting;
  return (
    <span className={classes(css.money, css.big, size)}>
      <small>{CURRENCIES[currency].symbol}</small>
      {figures}
    </span>
  );
}

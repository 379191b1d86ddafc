import { CURRENCIES } from '../../domain/currency.ts';
import { useCountry } from '../country.tsx';
import { classes } from '../../ui/classes.ts';
import { moneyOf, roundMoneyOf } from './money.ts';
import css from './money-text.module.css';

/** As many characters as fit on a small phone, though not at full size in a narrow column. */
const fitting = 10;

interface MoneyTextProps {
  readonly units: number;
  /** The face of a screen. */
  readonly big?: boolean;
  /** Whole amounts have no decimals (use-money.ts). */
  readonly round?: boolean;
}

/** An amount in currency units with tabular figures. */
export function MoneyText({ units, big, round }: MoneyTextProps) {
  const { currency } = useCountry();
  const text = (round ? roundMoneyOf : moneyOf)(currency)(units);
  if (!big) return <span className={css.money}>{text}</span>;
  const { symbol } = CURRENCIES[currency];
  const [whole = '', cents] = text.replace(symbol, '').split(',');
  // Decimals have half the size.
  const length = whole.length + (cents ? (cents.length + 1) / 2 : 0);
  const size = length > fitting ? css.long : length > fitting - 1 && css.fitting;
  return (
    <span className={classes(css.money, css.big, size)}>
      <small>{symbol}</small>
      {whole}
      {cents && <span className={css.cents}>,{cents}</span>}
    </span>
  );
}

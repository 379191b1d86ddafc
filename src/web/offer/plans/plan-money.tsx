import { useMoney } from '../../ui/use-money.ts';
import css from './plan-card.module.css';

/** An amount in currency units whose decimals stand back: whole units are what is compared. */
export function PlanMoney({ units }: { units: number }) {
  const money = useMoney();
  const [whole, cents] = money(units).split(',');
  return (
    <span className={css.money}>
      {whole}
      {cents && <span className={css.cents}>,{cents}</span>}
    </span>
  );
}

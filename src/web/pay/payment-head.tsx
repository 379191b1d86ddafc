import { COUPON_TEXTS, paidFor } from '../../countries/papers/coupon-texts.ts';
import { MoneyText } from '../ui/money-text.tsx';
import type { Coupon } from './coupon-query.ts';
import css from './pay.module.css';

interface PaymentHeadProps {
  coupon: Coupon;
  /** Currency units; by default the amount that was asked for. */
  amount?: number;
  caption?: string;
  /** Of a payment that is no longer to be made. */
  isOver?: boolean;
}

/** Page head with the amount and its purpose. */
export function PaymentHead({
  coupon,
  amount = coupon.amount,
  caption = COUPON_TEXTS.amount,
  isOver = false,
}: PaymentHeadProps) {
  return (
    <div className={css.head}>
      <p className={css.caption}>{caption}</p>
      <p className={isOver ? css.over : undefined}>
        <MoneyText units={amount} big={!isOver} />
      </p>
      <p className={css.caption}>{paidFor(coupon)}</p>
    </div>
  );
}

/** The last day on which the amount holds; the date is never broken at its hyphens. */
export function PayUntil({ date }: { date: string }) {
  const [before = '', after = ''] = COUPON_TEXTS.payUntil(date).split(date);
  return (
    <p className={css.until}>
      {before}
      <span className={css.date}>{date}</span>
      {after}
    </p>
  );
}

import { COUPON_TEXTS, paidFor } from '../../countries/papers/coupon-texts.ts';
import { MoneyText } from '../ui/money-text.tsx';
import type { Coupon } from './coupon-query.ts';
import css from './pay.module.css';

/** Page head with the amount and its purpose. */
export function PaymentHead({ coupon, caption = COUPON_TEXTS.amount }: { coupon: Coupon; caption?: string }) {
  return (
    <div className={css.head}>
      <p className={css.caption}>{caption}</p>
      <p>
        <MoneyText units={coupon.amount} big />
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

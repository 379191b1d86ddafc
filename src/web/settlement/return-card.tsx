import { creditTexts } from '../balance/credit-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { dated } from '../../ui/dated.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { EarlyPayment } from './pay-early.tsx';
import type { Settlement } from './settlement-query.ts';
import css from './settlement.module.css';
import { returnTexts as texts } from './texts.ts';

interface ReturnCardProps {
  withdrawal: NonNullable<Settlement['withdrawal']>;
  onPay: (payment: EarlyPayment) => void;
}

/** Giving the money back after a withdrawal: the principal without interest, by a day. */
export function ReturnCard({ withdrawal: { amount, credit, until, code }, onPay }: ReturnCardProps) {
  const money = useMoney();
  return (
    <Card aria-label={texts.title}>
      <div className={css.head}>
        <p>
          <MoneyText units={amount} big />
        </p>
        {credit > 0 && <p className={css.caption}>{creditTexts.less(money(credit))}</p>}
      </div>
      <p>{dated(texts.text(until, code))}</p>
      <Button wide onClick={() => onPay({ kind: 'withdrawal', total: amount, what: texts.what })}>
        {texts.pay(money(amount))}
      </Button>
    </Card>
  );
}

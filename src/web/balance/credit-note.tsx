import { dated } from '../../ui/dated.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Account } from './balance-query.ts';
import { creditTexts as texts } from './credit-texts.ts';

/** Money in favour: how much, which instalments it pays and when, or what of it was given back and is missing. */
export function CreditNote({ account: { credit, shortfall, debtfree, installments } }: { account: Account }) {
  const money = useMoney();
  if (shortfall > 0)
    return (
      <Notice tone="late" title={texts.missing(money(shortfall))}>
        {texts.missingText}
      </Notice>
    );
  if (credit <= 0) return null;
  const paid = installments.filter((each) => each.credit > 0);
  return (
    <Notice tone="good" title={texts.title(money(credit))}>
      {debtfree || paid.length === 0 ? (
        texts.back
      ) : (
        <>
          {paid.map((each) => (
            <p key={each.id}>
              {dated(
                each.amount === 0
                  ? texts.paysAll(each.number, each.due_date_format)
                  : texts.paysPart(money(each.credit), each.number, each.due_date_format),
              )}
            </p>
          ))}
          <p>{texts.orBack}</p>
        </>
      )}
    </Notice>
  );
}

const refundTones = { 'on-its-way': 'off', completed: 'good', failed: 'late' } as const;

/** Money in favour that is on its way back, or that came or could not. */
export function RefundNote({ account: { credit_refund: refund } }: { account: Account }) {
  const money = useMoney();
  if (!refund) return null;
  const { title, text } = texts.refund[refund.state];
  return (
    <Notice tone={refundTones[refund.state]} title={title(money(refund.amount))}>
      {text(refund.account, refund.date)}
    </Notice>
  );
}

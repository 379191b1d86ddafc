import { creditTexts } from '../balance/credit-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { EarlyPayment } from './pay-early.tsx';
import type { Settlement } from './settlement-query.ts';
import css from './settlement.module.css';
import { settlementTexts as texts } from './texts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useToBalance } from '../loan/to-balance.tsx';
import { queryClient } from '../query-client.ts';
import { FailureOf } from '../shell/failure-line.tsx';

interface CloseWithCreditProps {
  id: string;
  /** Called when the quote is outdated. */
  onOutdated: () => void;
}

/** Closes a loan covered by credit: there is nothing to pay, so no method to choose. */
function CloseWithCredit({ id, onOutdated }: CloseWithCreditProps) {
  const toBalance = useToBalance();
  const close = useMutation({
    mutationFn: () =>
      call('POST /api/v3/loan/{id}/settlement', {
        params: { id },
        body: { kind: 'settlement', total: 0, payment_method: 'credit' },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['balance'] });
      toBalance();
    },
    onError: onOutdated,
    meta: { quiet: true },
  });
  return (
    <>
      <Button wide busy={close.isPending || close.isSuccess} onClick={() => close.mutate()}>
        {texts.closeWithCredit}
      </Button>
      <FailureOf error={close.error} />
    </>
  );
}

interface CloseCardProps {
  id: string;
  settlement: Settlement;
  onPay: (payment: EarlyPayment) => void;
  /** Called when the quote is outdated. */
  onOutdated: () => void;
}

/** Amount that closes the loan today, its parts, and the rule on charges for it. */
export function CloseCard({ id, settlement, onPay, onOutdated }: CloseCardProps) {
  const money = useMoney();
  const { total, saved, outstanding, fee, credit, credit_left } = settlement;
  const note = credit > 0 ? creditTexts.less(money(credit)) : '';
  return (
    <Card aria-labelledby="close-title">
      <div className={css.head}>
        <h2 id="close-title" className={css.title}>
          {texts.closeTitle}
        </h2>
        <p>
          <MoneyText units={total} big />
        </p>
        {saved > 0 && (
          <>
            <Tag tone="good">{texts.closeSaves(money(saved))}</Tag>
            <p className={css.caption}>{texts.closeInstead(money(outstanding))}</p>
          </>
        )}
      </div>
      <Parts settlement={settlement} />
      <p className={css.caption}>{fee.text}</p>
      {credit_left > 0 && <p className={css.caption}>{texts.creditLeft(money(credit_left))}</p>}
      {total === 0 ? (
        <CloseWithCredit id={id} onOutdated={onOutdated} />
      ) : (
        <Button wide onClick={() => onPay({ kind: 'settlement', total, what: texts.closeWhat, note })}>
          {texts.close(money(total))}
        </Button>
      )}
    </Card>
  );
}

function Parts({ settlement }: { settlement: Settlement }) {
  const money = useMoney();
  const { principal, overdue, default_interest, accrued_interest, tax, fee } = settlement;
  const { credit, shortfall, paid_ahead, membership } = settlement;
  const parts = [
    { label: texts.overdue, units: overdue },
    { label: texts.defaultInterest, units: default_interest },
    { label: texts.accrued, units: accrued_interest },
    { label: texts.tax, units: tax },
    { label: texts.shortfall, units: shortfall },
    { label: texts.membership, units: membership },
  ].filter(({ units }) => units > 0);
  // Capital and the charge are shown even when they are nothing: the latter is what people ask about.
  const shown = [
    { label: texts.principal, units: principal },
    ...parts,
    { label: texts.fee, units: fee.amount },
  ];
  return (
    <section aria-label={texts.parts}>
      <DefinitionList
        items={[
          ...shown.map(({ label, units }) => ({ label, value: money(units) })),
          ...(paid_ahead > 0 ? [{ label: texts.paidAhead, value: `-${money(paid_ahead)}` }] : []),
          ...(credit > 0 ? [{ label: texts.credit, value: `-${money(credit)}` }] : []),
        ]}
      />
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { underWayTexts } from '../balance/payment/payment-texts.ts';
import { UnderWayActions } from '../balance/payment/under-way-card.tsx';
import { LoanPageFailed, ToBalance } from '../loan/to-balance.tsx';
import { usePathParam, useQueryValue } from '../router/context.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { dated } from '../../ui/dated.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useMoney } from '../ui/use-money.ts';
import { CloseCard } from './close-card.tsx';
import { type EarlyPayment, PayEarly } from './pay-early.tsx';
import { PrepaymentCard } from './prepayment-card.tsx';
import { ReturnCard } from './return-card.tsx';
import { type Settlement, settlementQuery } from './settlement-query.ts';
import { returnTexts, settlementTexts as texts } from './texts.ts';

/** Closing a loan today, or paying a part of it ahead (decision 0026). */
export function SettlementScreen() {
  const id = usePathParam('id');
  const query = useQuery(settlementQuery(id));
  const retry = () => void query.refetch();
  if (query.data) return <Ways id={id} settlement={query.data} onOutdated={retry} />;
  if (query.isError)
    return <LoanPageFailed texts={texts} error={query.error} retry={retry} isRetrying={query.isFetching} />;
  return <ScreenSkeleton shapes={['title', 'money', 'line', 'line', 'button', 'field', 'block']} />;
}

interface WaysProps {
  id: string;
  settlement: Settlement;
  onOutdated: () => void;
}

function Ways({ id, settlement, onOutdated }: WaysProps) {
  const [payment, setPayment] = useState<EarlyPayment | null>(null);
  const { open_payment, withdrawal, priced_on, valid_until } = settlement;
  const validity = <p>{dated(texts.validity(priced_on, valid_until))}</p>;
  return (
    <>
      <Screen
        title={withdrawal ? returnTexts.pageTitle : texts.title}
        intro={!withdrawal && !open_payment && validity}
      >
        {open_payment ? (
          // Its amount is fixed until its day; another figure next to it would contradict it.
          <UnderWay payment={open_payment} isReturn={withdrawal !== null} />
        ) : withdrawal ? (
          <ReturnCard withdrawal={withdrawal} onPay={setPayment} />
        ) : (
          <EarlyCards id={id} settlement={settlement} onPay={setPayment} onOutdated={onOutdated} />
        )}
        <ToBalance />
      </Screen>
      {payment && (
        <PayEarly id={id} payment={payment} onClose={() => setPayment(null)} onOutdated={onOutdated} />
      )}
    </>
  );
}

interface EarlyCardsProps {
  id: string;
  settlement: Settlement;
  onPay: (payment: EarlyPayment) => void;
  onOutdated: () => void;
}

/** Paying ahead comes first where the address has an amount. */
function EarlyCards({ id, settlement, onPay, onOutdated }: EarlyCardsProps) {
  const { prepayment, right_to_withdraw: right } = settlement;
  const asked = Number(useQueryValue('importe') ?? '');
  const meant = prepayment && asked >= prepayment.min && asked <= prepayment.max ? asked : null;
  const ahead = prepayment && (
    <PrepaymentCard key="ahead" id={id} bounds={prepayment} meant={meant} onPay={onPay} />
  );
  const close = (
    <CloseCard key="close" id={id} settlement={settlement} onPay={onPay} onOutdated={onOutdated} />
  );
  return (
    <>
      {right && <RightCard right={right} />}
      {meant === null ? [close, ahead] : [ahead, close]}
    </>
  );
}

/** Within the withdrawal period nothing is cheaper than giving the money back. */
function RightCard({ right: { amount, until } }: { right: NonNullable<Settlement['right_to_withdraw']> }) {
  const money = useMoney();
  const go = useGo();
  return (
    <Card>
      <Notice tone="good" title={texts.rightTitle}>
        {texts.right(money(amount), until)}
      </Notice>
      <Button wide kind="ghost" onClick={() => go.to(paths.withdrawal())}>
        {texts.giveBack}
      </Button>
    </Card>
  );
}

interface UnderWayProps {
  payment: NonNullable<Settlement['open_payment']>;
  /** The page is about giving the money back. */
  isReturn: boolean;
}

function UnderWay({ payment, isReturn }: UnderWayProps) {
  const money = useMoney();
  const { amount, due_date, state } = payment;
  // A payment already at the gateway can be neither finished nor removed.
  const isCharging = state === 'charging';
  const { openPaymentText } = isReturn ? returnTexts : texts;
  return (
    <Card>
      <Notice tone="late" title={isCharging ? underWayTexts.titles.charging : texts.openPayment}>
        {isCharging ? underWayTexts.charging : openPaymentText(money(amount), due_date)}
      </Notice>
      {!isCharging && <UnderWayActions payment={payment} />}
    </Card>
  );
}

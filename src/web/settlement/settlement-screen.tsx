import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../api-failure.ts';
import { paths } from '../paths.ts';
import { profileQuery } from '../profile.ts';
import { usePathParam } from '../shell/route-values.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import { dated } from '../ui/dated.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/tag.tsx';
import { CloseCard } from './close-card.tsx';
import { type EarlyPayment, PayEarly } from './pay-early.tsx';
import { PrepaymentCard } from './prepayment-card.tsx';
import { ReturnCard } from './return-card.tsx';
import { type Settlement, settlementQuery } from './settlement-query.ts';
import { settlementTexts as texts } from './texts.ts';

/** Closing a loan today, or paying a part of it ahead (decision 0026). */
export function SettlementScreen() {
  const id = usePathParam('id');
  const query = useQuery(settlementQuery(id));
  const retry = () => void query.refetch();
  if (query.data) return <Ways id={id} settlement={query.data} onOutdated={retry} />;
  if (query.isError) return <Failed error={query.error} retry={retry} isRetrying={query.isFetching} />;
  return <ScreenSkeleton shapes={['title', 'money', 'line', 'line', 'button', 'field', 'block']} />;
}

interface WaysProps {
  id: string;
  settlement: Settlement;
  onOutdated: () => void;
}

function Ways({ id, settlement, onOutdated }: WaysProps) {
  const [payment, setPayment] = useState<EarlyPayment | null>(null);
  const { open_payment, withdrawal, prepayment, priced_on, valid_until } = settlement;
  const isBarred = open_payment !== null;
  return (
    <>
      <Screen title={texts.title} intro={<p>{dated(texts.validity(priced_on, valid_until))}</p>}>
        {isBarred && (
          <Card>
            <Notice tone="late" title={texts.openPayment}>
              {texts.openPaymentText}
            </Notice>
            <ToBalance />
          </Card>
        )}
        {withdrawal && <ReturnCard withdrawal={withdrawal} isBarred={isBarred} onPay={setPayment} />}
        <CloseCard settlement={settlement} isBarred={isBarred} onPay={setPayment} />
        {prepayment && <PrepaymentCard id={id} bounds={prepayment} isBarred={isBarred} onPay={setPayment} />}
        {!isBarred && <ToBalance />}
      </Screen>
      {payment && (
        <PayEarly id={id} payment={payment} onClose={() => setPayment(null)} onOutdated={onOutdated} />
      )}
    </>
  );
}

/** The way back to the instalments. */
function ToBalance() {
  const go = useGo();
  const document = useQuery(profileQuery).data?.account_information.document_number;
  return (
    <Button
      wide
      kind="ghost"
      onClick={() => go.to(document ? paths.balance(document) : paths.accountStatus())}
    >
      {texts.toBalance}
    </Button>
  );
}

function Failed({ error, retry, isRetrying }: { error: Error; retry: () => void; isRetrying: boolean }) {
  const isUnknown = error instanceof ApiFailure && error.code === 'not_found';
  return (
    <Screen title={texts.failedTitle}>
      <Card>
        <p>{isUnknown ? texts.noLoan : texts.failed}</p>
        {!isUnknown && (
          <Button wide busy={isRetrying} onClick={retry}>
            {texts.retry}
          </Button>
        )}
        <ToBalance />
      </Card>
    </Screen>
  );
}

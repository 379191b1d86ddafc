import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { useLoggedIn } from '../session.ts';
import { usePathParam, useQueryText } from '../router/context.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { Notice } from '../../ui/tag.tsx';
import { ClosedPayment } from './closed-payment.tsx';
import { ContinueOnline } from './continue-online.tsx';
import { type Coupon, walletQuery } from './coupon-query.ts';
import css from './pay.module.css';
import { PaymentHead } from './payment-head.tsx';
import { closedTexts, walletTexts as texts, walletTypeTexts } from './texts.ts';
import { Shown } from './with-coupon.tsx';
import { useEffect, useRef } from 'react';
import { call } from '../api.ts';

/** Parameters of the wallet's return address (docs/product/providers.md#mercado-pago). */
const names = [
  'collection_id',
  'collection_status',
  'payment_id',
  'status',
  'external_reference',
  'payment_type',
  'merchant_order_id',
  'preference_id',
  'site_id',
  'processing_mode',
  'merchant_account_id',
] as const;

/** Values of the return address; the wallet's literal `null` means none. */
function walletValue(query: URLSearchParams, name: (typeof names)[number]): string {
  const value = query.get(name) ?? '';
  return value === 'null' ? '' : value;
}

/** Reports the wallet's parameters to the server once, unchanged (docs/product/payments.md#hosted-checkout). */
function useWalletNotice(queryText: string): void {
  const told = useRef('');
  useEffect(() => {
    if (queryText === '' || told.current === queryText) return;
    told.current = queryText;
    const query = new URLSearchParams(queryText);
    const known = Object.fromEntries(
      names.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
    );
    // Nothing depends on its answer: the provider's own webhook is what counts.
    call('POST /api/v3/payment/mercado-pago/callback', { query: known }).catch(() => undefined);
  }, [queryText]);
}

/**
 * /payment-success/{hash}: the wallet's way back (docs/product/payments.md#hosted-checkout). What its query
 * says proves nothing; the payment is called received once the server has heard it from the provider.
 */
export function PaymentSuccessScreen() {
  const queryText = useQueryText();
  useWalletNotice(queryText);
  const query = useQuery(walletQuery(usePathParam('hash'), useLoggedIn()));
  return (
    <Shown query={query}>
      {(coupon) =>
        coupon.state === 'open' ? (
          <WaitingPayment coupon={coupon} query={new URLSearchParams(queryText)} />
        ) : (
          <ClosedPayment coupon={coupon} />
        )
      }
    </Shown>
  );
}

function WaitingPayment({ coupon, query }: { coupon: Coupon; query: URLSearchParams }) {
  const go = useGo();
  const operation = walletValue(query, 'payment_id') || walletValue(query, 'collection_id');
  const status = walletValue(query, 'status') || walletValue(query, 'collection_status');
  const isBegun = operation !== '' || status !== '';
  const typeText = walletTypeTexts[walletValue(query, 'payment_type')] ?? texts.unknownType;
  return (
    <Screen title={isBegun ? texts.title : texts.notYetTitle} intro={<p>{coupon.supplier_name}</p>}>
      <Card>
        <PaymentHead coupon={coupon} />
        <p>{isBegun ? typeText : texts.notYet}</p>
        {isBegun && <Notice tone="late">{texts.waiting}</Notice>}
        {operation !== '' && (
          <DefinitionList
            items={[{ label: texts.operation, value: <span className={css.operation}>{operation}</span> }]}
          />
        )}
        {!isBegun && <ContinueOnline coupon={coupon} />}
        <Button
          wide
          kind={isBegun ? 'primary' : 'ghost'}
          onClick={() => go.to(paths.balance(coupon.document_number))}
        >
          {closedTexts.balance}
        </Button>
      </Card>
    </Screen>
  );
}

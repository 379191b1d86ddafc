import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { dated } from '../../ui/dated.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useMoney } from '../ui/use-money.ts';
import { cannotPayTexts as texts } from './texts.ts';

export type PaymentHelp = OutputOf<'GET /api/v3/payment-help'>['model'];

export const paymentHelpQuery = queryOptions({
  queryKey: ['payment-help'],
  queryFn: async ({ signal }): Promise<PaymentHelp> =>
    (await call('GET /api/v3/payment-help', { signal })).model,
  meta: { quiet: true },
});

/** Open promise and days without contact; nothing without either. */
export function Agreed({ help: { promise, hardship_until: until } }: { help: PaymentHelp }) {
  const money = useMoney();
  if (promise === null && until === '') return null;
  return (
    <Notice tone="good" title={texts.agreed}>
      {promise && (
        <span>
          {dated(texts.promised(money(promise.amount), promise.until))}
          {promise.paid > 0 && ` ${texts.paid(money(promise.paid))}`}{' '}
        </span>
      )}
      {until !== '' && <span>{dated(texts.quietUntil(until))}</span>}
    </Notice>
  );
}

/** {@link Agreed} on the balance of the logged-in owner; nothing until it has loaded. */
export function OwnAgreed() {
  const { data } = useQuery(paymentHelpQuery);
  return data ? <Agreed help={data} /> : null;
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useLoggedIn } from '../session.ts';
import { usePathParam } from '../router/context.ts';
import { walletQuery } from './coupon-query.ts';
import { FailedPayment } from './failed-payment.tsx';
import { failureTexts as texts } from './texts.ts';
import { Shown } from './with-coupon.tsx';

/**
 * /payment-error/{hash}: return address for payments that the wallet refused
 * (docs/product/payments.md#hosted-checkout).
 */
export function PaymentErrorScreen() {
  const hash = usePathParam('hash');
  const query = useQuery({ ...walletQuery(hash, useLoggedIn()), refetchInterval: false });
  const goOn = useMutation({
    mutationFn: async () => (await call('POST /api/v3/online_payment', { body: { hash } })).url,
    onSuccess: (url) => location.assign(url),
    meta: { quiet: true },
  });
  return (
    <Shown query={query}>
      {(coupon) => (
        <FailedPayment
          coupon={coupon}
          text={coupon.state === 'open' ? texts.walletOpen : texts.walletRejected}
          onBack={coupon.state === 'open' ? () => goOn.mutate() : undefined}
          isBusy={goOn.isPending}
          failure={goOn.error}
        />
      )}
    </Shown>
  );
}

import { useMutation } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { call } from '../api.ts';
import { Button, ExternalLinkButton } from '../../ui/button.tsx';
import { FailureOf } from '../shell/failure-line.tsx';
import type { Coupon } from './coupon-query.ts';
import { couponTexts as texts } from './texts.ts';

/**
 * Goes on with an online payment: the wallet's site in this tab, the card's page in a new one
 * (docs/product/payments.md#open-payment).
 */
export function ContinueOnline({ coupon: { kind, hash } }: { coupon: Pick<Coupon, 'kind' | 'hash'> }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await call('POST /api/v3/online_payment', { body: { hash } })).url,
    onSuccess: (url) => location.assign(url),
    meta: { quiet: true },
  });
  if (kind !== 'wallet')
    return (
      <ExternalLinkButton wide href={paths.debitPayment(hash)}>
        {texts.goOn}
      </ExternalLinkButton>
    );
  return (
    <>
      <Button wide busy={isPending} onClick={() => mutate()}>
        {texts.goOn}
      </Button>
      <FailureOf error={error} />
    </>
  );
}

import { useQuery, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ContactButton } from '../../shell/help/contact-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonGroup } from '../../../ui/skeleton.tsx';
import { useMoney } from '../../ui/use-money.ts';
import { MethodChoice } from './method-choice.tsx';
import { isAbove, methodsQuery, type PaymentMethod } from './payment-methods.ts';
import { payTexts as texts } from './payment-texts.ts';
import css from './payment.module.css';
import { VideoDialog } from './video-dialog.tsx';
import { paths } from '../../../contract/paths.ts';
import { track } from '../../analytics.ts';
import { ApiFailure } from '../../../ui/api-failure.ts';
import { queryClient } from '../../query-client.ts';
import { useGo } from '../../shell/use-go.ts';

/** A payment that has been asked for. */
interface AskedPayment {
  readonly url: string;
  readonly hash: string;
}

/** Payment request: of instalments, or of a loan's early closure. */
type AskToPay = (method: PaymentMethod) => Promise<AskedPayment>;

/** Failures that mean outdated figures: another amount, or instalments already paid or being paid. */
const outdated = new Set(['payment_total', 'payment_instalment', 'not_found']);

/**
 * Requests a payment and opens its page: the returned address in this tab, else the page of the card or the coupon
 * (docs/product/payments.md#request). Refusals are tracked and appear in the dialog.
 * @param onAsked before the page is left
 * @param onOutdated after a refusal explained by newer figures
 */
function usePay(
  ask: AskToPay,
  { onAsked, onOutdated }: { onAsked: () => void; onOutdated: (refusal: Error) => void },
) {
  const go = useGo();
  return useMutation({
    mutationFn: ask,
    onSuccess: ({ url, hash }, { slug, on_line }) => {
      track('payment_requested', { method: slug });
      void queryClient.invalidateQueries({ queryKey: ['balance'] });
      onAsked();
      if (url) location.assign(url);
      else go.to(on_line ? paths.debitPayment(hash) : paths.coupon(hash));
    },
    onError: (error, { slug }) => {
      const code = error instanceof ApiFailure ? error.code : '';
      track('payment_failed', { method: slug, code });
      if (outdated.has(code)) onOutdated(error);
    },
  });
}

export interface PaymentDialogProps {
  /** Currency units. */
  total: number;
  /** Description of the payment. */
  what: ReactNode;
  /** Note on the total; '' or absent for none. */
  note?: string;
  ask: AskToPay;
  onClose: () => void;
  onAsked: () => void;
  onOutdated: (refusal: Error) => void;
}

/**
 * Payment-method dialog (docs/product/payments.md#methods): the country's methods, what each is like, and the
 * video of how it is done.
 */
export function PaymentDialog({
  total,
  what,
  note = '',
  ask,
  onClose,
  onAsked,
  onOutdated,
}: PaymentDialogProps) {
  const money = useMoney();
  const methods = useQuery(methodsQuery);
  const pay = usePay(ask, { onAsked, onOutdated });
  const [slug, setSlug] = useState('');
  const [filmed, setFilmed] = useState<PaymentMethod | null>(null);
  // It may have been taken from the list meanwhile.
  const method = methods.data?.find((each) => each.slug === slug && !isAbove(each, total));
  // On success the page is being left; a second press must not ask again.
  const isBusy = pay.isPending || pay.isSuccess;
  return (
    <>
      <Dialog
        open
        busy={isBusy}
        onClose={onClose}
        title={texts.title}
        actions={
          <Button wide busy={isBusy} disabled={!method} onClick={() => method && pay.mutate(method)}>
            {method ? texts.pay(money(total)) : texts.chooseFirst}
          </Button>
        }
      >
        <p className={css.sum}>
          <span>{what}</span>
          <strong>{money(total)}</strong>
        </p>
        {note !== '' && <p className={css.note}>{note}</p>}
        {methods.isPending && <SkeletonGroup shapes={['field', 'field', 'field', 'field']} />}
        {methods.isError && !methods.data && <Failed retry={() => void methods.refetch()} />}
        {methods.data?.length === 0 && <Empty />}
        {methods.data && methods.data.length > 0 && (
          <MethodChoice
            methods={methods.data}
            total={total}
            chosen={method?.slug ?? ''}
            onChoose={setSlug}
            onVideo={setFilmed}
          />
        )}
      </Dialog>
      {filmed && <VideoDialog method={filmed} onClose={() => setFilmed(null)} />}
    </>
  );
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <>
      <p role="alert">{texts.failed}</p>
      <Button kind="ghost" onClick={retry}>
        {texts.retry}
      </Button>
    </>
  );
}

function Empty() {
  return (
    <>
      <p>{texts.empty}</p>
      <ContactButton setting="whatsapp-autogestion" values={{}} label={texts.contact} />
    </>
  );
}

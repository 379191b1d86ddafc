import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Coupon } from './coupon-query.ts';
import { cancelTexts as texts } from './texts.ts';
import { useGiveUp } from './use-give-up.ts';

/** Cancels a payment after asking once (docs/product/payments.md#coupon). */
export function CancelPayment({ coupon, label = texts.open }: { coupon: Coupon; label?: string }) {
  const [isAsking, setAsking] = useState(false);
  const { cancel, busy } = useGiveUp(coupon);
  const close = () => setAsking(false);
  return (
    <>
      <Button wide kind="text" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={texts.title}
        busy={busy}
        actions={
          <>
            <Button kind="danger" busy={busy} onClick={cancel}>
              {texts.yes}
            </Button>
            <Button kind="ghost" onClick={close} disabled={busy}>
              {texts.no}
            </Button>
          </>
        }
      >
        <p>{texts.text}</p>
      </Dialog>
    </>
  );
}

import { Dialog } from '../../ui/dialog.tsx';
import { useSettings } from '../../settings.ts';
import { ExternalLinkButton } from '../../../ui/button.tsx';
import ownVideo from './how-to-pay.webm';
import type { PaymentMethod } from './payment-methods.ts';
import { videoTexts as texts } from './payment-texts.ts';
import css from './payment.module.css';

/** Instructions of a method: the video, and the same as text (docs/product/payments.md#methods). */
export function VideoDialog({ method, onClose }: { method: PaymentMethod; onClose: () => void }) {
  const given = useSettings()['payment-video-url'] ?? '';
  // Ours shows a coupon.
  const address = given || (method.on_line ? '' : ownVideo);
  return (
    <Dialog open onClose={onClose} title={texts.title(method.name)}>
      {address.startsWith('/') && (
        // The video is silent; the text below it describes its content (WCAG 1.2.1).
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          className={css.video}
          src={address}
          controls
          muted
          playsInline
          preload="metadata"
          aria-label={texts.video}
        />
      )}
      {address !== '' && !address.startsWith('/') && (
        <ExternalLinkButton wide kind="ghost" href={address}>
          {texts.outside}
        </ExternalLinkButton>
      )}
      <ol className={css.steps}>
        {stepsOf(method).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Dialog>
  );
}

function stepsOf(method: PaymentMethod): readonly string[] {
  const { choose, method: withMethod, coupon, wallet, done } = texts.steps;
  return [choose, withMethod(method.name), method.on_line ? wallet : coupon, done];
}

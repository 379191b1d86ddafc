import { useCallback, useState } from 'react';
import { isOn } from '../../../countries/switch-value.ts';
import { useSettings } from '../../settings.ts';
import { Button } from '../../../ui/button.tsx';
import { GoogleMark } from '../../ui/google-mark.tsx';
import { Or } from '../../ui/or.tsx';
import css from './registration-dialog.module.css';
import { registrationTexts as texts } from '../texts.ts';
import { laterDialog } from '../../later.tsx';

export type SocialProvider = 'google' | 'facebook';

const SocialDialog = laterDialog(() => import('./social-dialog.tsx'), 'SocialDialog');
const settingOf = { facebook: 'facebook-app-id', google: 'google-client-id' } as const;
const providers: readonly SocialProvider[] = ['facebook', 'google'];

interface SocialButtonsProps {
  busy: boolean;
  /** True if a provider may be called now; otherwise it shows the missing part. */
  onAsk: () => boolean;
  onToken: (provider: SocialProvider, token: string) => Promise<void>;
}

/**
 * Facebook and Google buttons, where configured or simulated by the sandbox
 * (docs/product/offer.md#registration).
 */
export function SocialButtons({ busy, onAsk, onToken }: SocialButtonsProps) {
  const settings = useSettings();
  const [opened, setOpened] = useState<SocialProvider | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const known = providers.filter((name) => isOn(settings.sandbox) || settings[settingOf[name]]);
  if (known.length === 0) return null;
  return (
    <div className={css.social}>
      {known.map((name) => (
        <Button
          key={name}
          kind="ghost"
          wide
          disabled={busy}
          aria-haspopup="dialog"
          onClick={() => onAsk() && setOpened(name)}
        >
          {name === 'google' ? (
            <GoogleMark />
          ) : (
            <span className={css.facebook} aria-hidden="true">
              f
            </span>
          )}
          {texts[name]}
        </Button>
      ))}
      <Or>{texts.or}</Or>
      {opened && (
        <SocialDialog
          provider={opened}
          onClose={close}
          onToken={async (token) => {
            await onToken(opened, token);
            close();
          }}
        />
      )}
    </div>
  );
}

import { isOn, useSettings } from '../settings.ts';
import { Button } from '../ui/button.tsx';
import css from './registration-dialog.module.css';
import { registrationTexts as texts } from './texts.ts';

export type SocialProvider = 'google' | 'facebook';

interface SocialButtonsProps {
  /** Who the sandbox's provider says the person is. */
  email: string;
  busy: boolean;
  onToken: (provider: SocialProvider, token: string) => void;
}

/** Facebook and Google (A §2.6). With the sandbox on its stand-in names the person (product decisions §7). */
export function SocialButtons({ email, busy, onToken }: SocialButtonsProps) {
  const settings = useSettings();
  if (!isOn(settings.sandbox)) return null;
  return (
    <div className={css.social}>
      <Button kind="ghost" wide disabled={busy} onClick={() => onToken('facebook', `sandbox:${email}`)}>
        {texts.facebook}
      </Button>
      <Button kind="ghost" wide disabled={busy} onClick={() => onToken('google', `sandbox:${email}`)}>
        {texts.google}
      </Button>
      <p className={css.or}>{texts.or}</p>
    </div>
  );
}

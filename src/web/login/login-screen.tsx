import { useEffect, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { EntryTabs } from '../signup/entry-tabs.tsx';
import { LoginAsked } from '../signup/login-asked.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { Card } from '../ui/card.tsx';
import { MailForm, PhoneForm } from './login-forms.tsx';
import { Or } from '../ui/or.tsx';
import css from './login.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { badLink, changesNumber } from './sent-link.ts';
import { loginTexts as texts } from './texts.ts';
import { useMailLogin } from './use-mail-login.ts';
import { usePhoneLogin } from './use-phone-login.ts';
import { isOn } from '../../countries/switch-value.ts';
import { useSettings } from '../settings.ts';
import { GoogleMark } from '../ui/google-mark.tsx';
import { laterDialog } from '../later.tsx';

const GoogleDialog = laterDialog(() => import('./google-dialog.tsx'), 'GoogleDialog');

/**
 * Google sign-in (docs/product/signup-and-login.md#social). Nothing of Google's is loaded before the button
 * is pressed; where neither a client id nor the sandbox is set, there is no button.
 */
function GoogleButton() {
  const settings = useSettings();
  const [open, setOpen] = useState(false);
  const isKnown = settings.sandbox !== undefined;
  if (isKnown && !settings['google-client-id'] && !isOn(settings.sandbox)) return null;
  return (
    <>
      <Button kind="ghost" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <GoogleMark />
        {texts.google}
      </Button>
      {open && <GoogleDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Login by e-mail, by a link to the cellphone or with Google (docs/product/signup-and-login.md#ways-in). */
export function LoginScreen() {
  const pack = useCountry();
  const [mode, setMode] = useState<'mail' | 'phone'>(() => (changesNumber.get() ? 'phone' : 'mail'));
  const [badLinkWords] = useState(badLink.get);
  useEffect(() => {
    changesNumber.set(false);
    badLink.set(null);
  }, []);
  const mail = useMailLogin();
  const phone = usePhoneLogin();
  return (
    <Screen title={texts.title}>
      <Card>
        {!badLinkWords && <LoginAsked />}
        {badLinkWords && (
          <div role="status">
            <Notice tone="bad" title={badLinkWords} />
          </div>
        )}
        <EntryTabs selected="client">
          {mode === 'mail' ? <MailForm form={mail} /> : <PhoneForm form={phone} />}
          <Or>{texts.or}</Or>
          <div className={css.others}>
            <Button kind="ghost" wide onClick={() => setMode(mode === 'mail' ? 'phone' : 'mail')}>
              {mode === 'mail' ? texts.byPhone : texts.byEmail}
            </Button>
            <GoogleButton />
            <PasskeyButton />
          </div>
        </EntryTabs>
      </Card>
      <Card soft>
        <div className={css.new}>
          <p>{pack.loginFooterMessage}</p>
          <Link to={paths.signup()}>{texts.signup}</Link>
        </div>
      </Card>
      <ResetDialog />
    </Screen>
  );
}

import { useState } from 'react';
import { isOn } from '../../countries/switch-value.ts';
import { useSettings } from '../settings.ts';
import { Button } from '../../ui/button.tsx';
import { GoogleMark } from '../ui/google-mark.tsx';
import { loginTexts as texts } from './texts.ts';
import { laterDialog } from '../later.tsx';

const GoogleDialog = laterDialog(() => import('./google-dialog.tsx'), 'GoogleDialog');

/**
 * Google sign-in (docs/product/signup-and-login.md#social). Nothing of Google's is loaded before the button
 * is pressed; where neither a client id nor the sandbox is set, there is no button.
 */
export function GoogleButton() {
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

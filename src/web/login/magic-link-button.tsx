import { useState } from 'react';
import { track } from '../analytics.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { Button } from '../../ui/button.tsx';
import { LinkSentDialog } from './link-sent-dialog.tsx';
import { returnTarget } from './redirect-target.ts';
import { linkTexts, loginTexts as texts } from './texts.ts';
import type { MailLogin } from './use-mail-login.ts';

/**
 * A link by e-mail instead of the password (docs/product/signup-and-login.md#links); it goes to the address
 * typed above.
 */
export function MagicLinkButton({ form }: { form: MailLogin }) {
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function send() {
    if (busy) return;
    const field = form.field('email');
    if (form.errors.email !== undefined) {
      field.onLeave();
      document.getElementById(field.id)?.focus();
      return;
    }
    setBusy(true);
    const email = form.values.email.trim();
    const redirectTo = returnTarget();
    try {
      await call('POST /api/auth/magic-link', { body: { email, ...(redirectTo && { redirectTo }) } });
      track('link_requested');
      setSentTo(email);
    } catch (error) {
      track('login_failed', { messages: messageOf(error) });
      snackbar.show({ message: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {/* Never disabled: the dialog gives the focus back to it. */}
      <Button kind="text" wide busy={busy} onClick={() => void send()}>
        {texts.magicLink}
      </Button>
      {sentTo !== null && (
        <LinkSentDialog onClose={() => setSentTo(null)}>
          <p>{linkTexts.toMail(sentTo)}</p>
          <p>{linkTexts.nextMail}</p>
        </LinkSentDialog>
      )}
    </>
  );
}

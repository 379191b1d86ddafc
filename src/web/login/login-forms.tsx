import { maskEmail } from '../../countries/fields/masks.ts';
import { Fields } from '../forms/field.tsx';
import { PhoneField } from '../forms/special-fields.tsx';
import { PasswordField } from '../forms/later-fields.tsx';
import { TextField } from '../forms/text-field.tsx';
import { Button } from '../../ui/button.tsx';
import { loginTexts as texts, linkTexts } from './texts.ts';
import type { MailLogin } from './use-mail-login.ts';
import type { PhoneLogin } from './use-phone-login.ts';
import { paths } from '../../contract/paths.ts';
import { useSettings } from '../settings.ts';
import { ExternalLink, Link } from '../shell/link.tsx';
import css from './login.module.css';
import { addressOf, withQuery, returnTarget } from './addresses.ts';
import { useState } from 'react';
import { track } from '../analytics.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { FailureLine } from '../shell/failure-line.tsx';
import { clearFailures } from '../shell/failures.ts';
import { reportFailure } from '../shell/report-failure.ts';
import { LinkSentDialog } from './link-sent-dialog.tsx';

/**
 * A link by e-mail instead of the password (docs/product/signup-and-login.md#links); it goes to the address
 * typed above.
 */
function MagicLinkButton({ form }: { form: MailLogin }) {
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
    clearFailures();
    const email = form.values.email.trim();
    const redirectTo = returnTarget();
    try {
      await call('POST /api/auth/magic-link', { body: { email, ...(redirectTo && { redirectTo }) } });
      track('link_requested');
      setSentTo(email);
    } catch (error) {
      track('login_failed', { messages: messageOf(error) });
      reportFailure(error, form.id);
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

/** While rendering at build time there is no address bar; only addresses of this site are made then. */
const originHere = () => (typeof location === 'undefined' ? 'http://this.site.invalid' : location.origin);

/** The recovery page of the setting, with product and back URL (docs/product/signup-and-login.md#asking). */
function ForgotLink() {
  const setting = useSettings()['recovery-url'];
  const origin = originHere();
  const address = addressOf(setting, origin) ?? paths.login({ reset: '1' });
  const isOwn = address.startsWith('/');
  const back = isOwn ? paths.login() : origin + paths.login();
  const full = withQuery(address, { product: 'LOANS', back_url: back }, origin);
  return (
    <p className={css.forgot}>
      {isOwn ? (
        <Link to={full}>{texts.forgot}</Link>
      ) : (
        <ExternalLink href={full}>{texts.forgot}</ExternalLink>
      )}
    </p>
  );
}

/** E-mail and password; nothing is sent while either is empty (docs/product/signup-and-login.md#password). */
export function MailForm({ form }: { form: MailLogin }) {
  const { email, password } = form.values;
  return (
    <form {...form.props}>
      <Fields>
        <TextField
          {...form.field('email')}
          label={texts.email}
          mask={maskEmail}
          type="text"
          inputMode="email"
          autoComplete="username"
          required
        />
        <PasswordField {...form.field('password')} label={texts.password} required />
        <ForgotLink />
        <Button
          type="submit"
          wide
          busy={form.busy}
          disabled={form.busy || email.trim() === '' || password.trim() === ''}
        >
          {texts.enter}
        </Button>
        <FailureLine form={form.id} />
        <MagicLinkButton form={form} />
      </Fields>
    </form>
  );
}

/** The cellphone that gets the link. */
export function PhoneForm({ form }: { form: PhoneLogin }) {
  return (
    <form {...form.props}>
      <Fields>
        <PhoneField {...form.field('phone')} label={texts.phone} required />
        <Button type="submit" wide busy={form.busy} disabled={form.busy || form.values.phone.trim() === ''}>
          {texts.sendLink}
        </Button>
        <FailureLine form={form.id} />
      </Fields>
    </form>
  );
}

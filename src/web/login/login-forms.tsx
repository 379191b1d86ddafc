import { maskEmail } from '../../countries/fields/masks.ts';
import { Fields } from '../forms/field.tsx';
import { PhoneField } from '../forms/special-fields.tsx';
import { PasswordField, TextField } from '../forms/text-field.tsx';
import { Button } from '../../ui/button.tsx';
import { ForgotLink } from './forgot-link.tsx';
import { MagicLinkButton } from './magic-link-button.tsx';
import { loginTexts as texts } from './texts.ts';
import type { MailLogin } from './use-mail-login.ts';
import type { PhoneLogin } from './use-phone-login.ts';

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
      </Fields>
    </form>
  );
}

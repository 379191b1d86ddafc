import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogLink } from '../../ui/text-link.tsx';
import { CheckboxField } from '../../forms/later-fields.tsx';
import { Fields } from '../../forms/field.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { maskEmail } from '../../../countries/fields/masks.ts';
import { TermsLabel } from '../../consent/terms-label.tsx';
import css from './registration-dialog.module.css';
import { SocialButtons } from './social-buttons.tsx';
import { registrationTexts as texts } from '../texts.ts';
import { type Registration, useRegistration } from './use-registration.ts';
import { laterDialog } from '../../later.tsx';

const LoginDialog = laterDialog(() => import('./login-dialog.tsx'), 'LoginDialog');

/** The account behind an offer: by a social identity or an e-mail (docs/product/offer.md#registration). */
export function RegistrationDialog({ onClose, ...registration }: Registration & { onClose: () => void }) {
  const { form, social, again, claim } = useRegistration(registration);
  const [isLogin, setLogin] = useState(false);
  const empty = form.values.email.trim() === '' || form.values.terms !== 'true';
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      busy={form.busy || social.busy}
      actions={
        <Button type="submit" form={form.id} wide busy={form.busy} disabled={empty || social.busy}>
          {again ? texts.again : texts.send}
        </Button>
      }
    >
      <p>{texts.intro}</p>
      <SocialButtons busy={social.busy} onAsk={social.ask} onToken={social.send} />
      <form {...form.props}>
        <Fields>
          <TextField
            {...form.field('email')}
            label={texts.email}
            inputMode="email"
            autoComplete="email"
            maxLength={200}
            mask={maskEmail}
          />
          <CheckboxField {...form.field('terms')} label={<TermsLabel />} />
        </Fields>
      </form>
      <p className={css.login}>
        {texts.haveAccount} <DialogLink onClick={() => setLogin(true)}>{texts.login}</DialogLink>
      </p>
      {claim && (
        <p className={css.login}>
          {texts.foreignDocument} <DialogLink onClick={() => void claim()}>{texts.claimDocument}</DialogLink>
        </p>
      )}
      {isLogin && <LoginDialog onClose={() => setLogin(false)} />}
    </Dialog>
  );
}

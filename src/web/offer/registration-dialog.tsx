import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Button } from '../ui/button.tsx';
import { CheckboxField } from '../forms/special-fields.tsx';
import { Fields } from '../forms/field.tsx';
import { TextField } from '../forms/text-field.tsx';
import { maskEmail } from '../../countries/masks.ts';
import css from './registration-dialog.module.css';
import { SocialButtons } from './social-buttons.tsx';
import { registrationTexts as texts } from './texts.ts';
import { type Registration, useRegistration } from './use-registration.ts';
import { laterDialog } from '../later.tsx';

const LoginDialog = laterDialog(() => import('./login-dialog.tsx'), 'LoginDialog');
const LegalDialog = laterDialog(() => import('../shell/legal-dialog.tsx'), 'LegalDialog');

type Above = 'login' | 'terms' | 'policy' | null;

/** The account behind an offer: by a social identity or an e-mail (A §2.6 'Registration dialog'). */
export function RegistrationDialog({ onClose, ...registration }: Registration & { onClose: () => void }) {
  const { form, social, again } = useRegistration(registration);
  const [above, setAbove] = useState<Above>(null);
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
      <SocialButtons busy={social.busy} onToken={social.send} />
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
          <CheckboxField {...form.field('terms')} label={<TermsLabel onOpen={setAbove} />} />
        </Fields>
      </form>
      <p className={css.login}>
        {texts.haveAccount}{' '}
        <button type="button" className={css.link} aria-haspopup="dialog" onClick={() => setAbove('login')}>
          {texts.login}
        </button>
      </p>
      {above === 'login' && <LoginDialog onClose={() => setAbove(null)} />}
      {(above === 'terms' || above === 'policy') && (
        <LegalDialog text={above} onClose={() => setAbove(null)} />
      )}
    </Dialog>
  );
}

function TermsLabel({ onOpen }: { onOpen: (text: 'terms' | 'policy') => void }) {
  const link = (text: 'terms' | 'policy', label: string) => (
    <button
      type="button"
      className={css.inline}
      aria-haspopup="dialog"
      // Inside a label: opening the text must not tick the box.
      onClick={(event) => {
        event.preventDefault();
        onOpen(text);
      }}
    >
      {label}
    </button>
  );
  return (
    <>
      {texts.termsBefore}
      {link('terms', texts.terms)}
      {texts.termsBetween}
      {link('policy', texts.policy)}
    </>
  );
}

import { FORM_MESSAGES } from '../../countries/form-messages.ts';
import { maskEmail } from '../../countries/masks.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { ruleOf } from '../forms/rule.ts';
import { PasswordField, TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { paths } from '../paths.ts';
import { session } from '../session.ts';
import { Link } from '../shell/link.tsx';
import { snackbar } from '../shell/snackbar-store.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { loginTexts as texts } from './texts.ts';

/** Login from the registration dialog (A §2.6): by e-mail and password; the other ways are on /login. */
export function LoginDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const pack = useCountry();
  const go = useGo();
  const form = useForm({
    initial: { email, password: '' },
    rules: { email: ruleOf(pack, 'email'), password: ruleOf(pack, 'login_password') },
    onInvalid: () => snackbar.show({ message: FORM_MESSAGES.reviewFields, kind: 'warning' }),
    onSubmit: async (values) => {
      const body = { email: values.email.trim(), password: values.password };
      session.login((await call('POST /api/v3/authenticate-new', { body })).result);
      track('login_done');
      go.to(paths.welcome());
    },
    onFailure: () => track('login_failed'),
  });
  const empty = form.values.email.trim() === '' || form.values.password === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      busy={form.busy}
      actions={
        <Button type="submit" form={form.id} wide busy={form.busy} disabled={empty}>
          {texts.send}
        </Button>
      }
    >
      <form {...form.props}>
        <Fields>
          <TextField
            {...form.field('email')}
            label={texts.email}
            type="email"
            inputMode="email"
            autoComplete="username"
            maxLength={200}
            mask={maskEmail}
          />
          <PasswordField {...form.field('password')} label={texts.password} maxLength={128} />
        </Fields>
      </form>
      <p>
        <Link to={paths.login()}>{texts.phone}</Link>
      </p>
      <p>
        <Link to={paths.login({ reset: '1' })}>{texts.forgot}</Link>
      </p>
    </Dialog>
  );
}

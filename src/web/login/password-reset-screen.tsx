import { useMemo, useState, useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { maskEmail } from '../../countries/fields/masks.ts';
import { track } from '../analytics.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { ruleOf } from '../forms/rule.ts';
import { PasswordField } from '../forms/later-fields.tsx';
import { TextField } from '../forms/text-field.tsx';
import { underPassword } from '../forms/under-field.ts';
import { useForm } from '../forms/use-form.ts';
import { Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { resetTexts as texts } from './texts.ts';
import { usePathParam } from '../router/context.ts';
import { tabStorage } from '../storage.ts';
import { hideSecret } from './addresses.ts';

const key = 'cuota.recovery';
/** Replaces the secret in the address bar. */
const hidden = 'link';

/** The token of a recovery link. It leaves the address bar at once; the tab keeps it for a reload. */
function useRecoveryToken(): { token: string; forget: () => void } {
  const hash = usePathParam('hash');
  const [token] = useState(() => (hash === hidden ? (tabStorage.getItem(key) ?? '') : hash));
  useEffect(() => {
    if (hash === hidden) return;
    tabStorage.setItem(key, hash);
    hideSecret(paths.passwordReset(hidden));
  }, [hash]);
  return { token, forget: () => tabStorage.removeItem(key) };
}

const empty = { email: '', password: '', password_confirmation: '' };

/** /recupero-contrasena/{hash} (docs/product/signup-and-login.md#setting-a-new-password). */
export function PasswordResetScreen() {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useReset(setFailure);
  return (
    <Screen title={texts.title} intro={<p>{texts.intro}</p>}>
      <Card>
        {failure && (
          <Notice tone="bad" title={texts.failed} urgent answers>
            <p>{failure}</p>
            <Link to={paths.login({ reset: '1' })}>{texts.newLink}</Link>
          </Notice>
        )}
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
            <PasswordField
              {...form.field('password')}
              label={texts.password}
              autoComplete="new-password"
              required
            />
            <PasswordField
              {...form.field('password_confirmation')}
              label={texts.repeat}
              hint={texts.hint}
              autoComplete="new-password"
              required
            />
            <Button type="submit" wide busy={form.busy} disabled={form.busy}>
              {texts.save}
            </Button>
          </Fields>
        </form>
      </Card>
    </Screen>
  );
}

function useReset(setFailure: (text: string | null) => void) {
  const pack = useCountry();
  const go = useGo();
  const { token, forget } = useRecoveryToken();
  const rules = useMemo(
    () => ({
      email: ruleOf(pack, 'email'),
      password: ruleOf(pack, 'password'),
      password_confirmation: ruleOf(pack, 'password_confirmation'),
    }),
    [pack],
  );
  return useForm({
    initial: empty,
    rules,
    onSubmit: async (values) => {
      setFailure(null);
      await reset({ token, ...values, email: values.email.trim() });
      forget();
      go.replace(paths.login());
      snackbar.show({ kind: 'success', message: texts.done });
    },
    onFailure: (error) => {
      track('password_reset_failed');
      const isField = error instanceof ApiFailure && Object.keys(error.fields).length > 0;
      if (!isField) setFailure(failureText(error));
      // An error state, not the server's message.
      return true;
    },
  });
}

async function reset(body: typeof empty & { token: string }): Promise<void> {
  try {
    await call('POST /api/recovery', { body });
  } catch (error) {
    throw underPassword(error);
  }
}

function failureText(error: unknown): string {
  const isRefused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  return isRefused && error.status !== 429 ? texts.failedLink : texts.failedOther;
}

import { useMemo } from 'react';
import { FORM_MESSAGES } from '../../countries/fields/form-messages.ts';
import { track } from '../analytics.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { personRuleOf } from '../forms/person-rule.ts';
import { underField } from '../forms/under-field.ts';
import { useForm } from '../forms/use-form.ts';
import { afterPasswordLogin, profileOf, useEnter } from './enter.ts';
import { returnTarget } from './addresses.ts';

const empty = { email: '', password: '' };

/** E-mail and password (docs/product/signup-and-login.md#password). */
export function useMailLogin() {
  const pack = useCountry();
  const enterWith = useEnter();
  const rules = useMemo(
    () => ({ email: personRuleOf(pack, 'email'), password: personRuleOf(pack, 'login_password') }),
    [pack],
  );
  return useForm({
    initial: empty,
    rules,
    onInvalid: () => FORM_MESSAGES.reviewFields,
    onFailure: (error) => track('login_failed', { messages: messageOf(error) }),
    onSubmit: async ({ email, password }) => {
      const { result } = await underField('password', ['credentials'], () =>
        call('POST /api/v3/authenticate-new', { body: { email: email.trim(), password } }),
      );
      const redirectTo = returnTarget();
      // The target is /bienvenido if the profile is missing; the guard there loads it again.
      const profile = redirectTo ? null : await profileOf(result).catch(() => null);
      await enterWith(result, profile, await afterPasswordLogin(result, profile, redirectTo));
    },
  });
}

export type MailLogin = ReturnType<typeof useMailLogin>;

import { useMemo } from 'react';
import { FORM_MESSAGES } from '../../countries/form-messages.ts';
import { track } from '../analytics.ts';
import { messageOf } from '../api-failure.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { personRuleOf } from '../forms/person-rule.ts';
import { useForm } from '../forms/use-form.ts';
import { paths } from '../paths.ts';
import { writeCellphone } from '../proposal.ts';
import { snackbar } from '../shell/snackbar-store.ts';
import { useGo } from '../shell/use-go.ts';
import { redirectTarget } from './redirect-target.ts';
import { linkJustSent } from './sent-link.ts';

const empty = { phone: '' };

/** A link by SMS; once it is on its way the person is taken to /login-link (A §4 'Phone login'). */
export function usePhoneLogin() {
  const pack = useCountry();
  const go = useGo();
  const rules = useMemo(() => ({ phone: personRuleOf(pack, 'phone') }), [pack]);
  return useForm({
    initial: empty,
    rules,
    wireNames: { phone: 'cellphone' },
    onInvalid: () => snackbar.show({ kind: 'warning', message: FORM_MESSAGES.reviewFields }),
    onFailure: (error) => track('login_failed', { messages: messageOf(error) }),
    onSubmit: async ({ phone }) => {
      const redirectTo = redirectTarget();
      await call('POST /api/auth/sendpin', {
        body: { cellphone: phone, cellphone_prefix: pack.prefix, ...(redirectTo && { redirectTo }) },
      });
      track('link_requested');
      writeCellphone(phone);
      linkJustSent.set(true);
      go.to(paths.loginLink());
    },
  });
}

export type PhoneLogin = ReturnType<typeof usePhoneLogin>;

import { useMemo, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { FORM_MESSAGES } from '../../countries/fields/form-messages.ts';
import { writtenCellPhone } from '../../countries/fields/masks.ts';
import { track } from '../analytics.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { useCountry } from '../country.tsx';
import { personRuleOf } from '../forms/person-rule.ts';
import { useForm } from '../forms/use-form.ts';
import { readCellphone, writeCellphone } from '../proposal.ts';
import { useGo } from '../shell/use-go.ts';
import { returnTarget } from './addresses.ts';
import { changesNumber, linkJustSent, sendLink } from './sent-link.ts';

/**
 * A link by SMS; once it is on its way the person is taken to /login-link
 * (docs/product/signup-and-login.md#phone).
 */
export function usePhoneLogin() {
  const pack = useCountry();
  const go = useGo();
  // A digit can be corrected without typing the number again.
  const [initial] = useState(() => ({ phone: changesNumber.get() ? (readCellphone() ?? '') : '' }));
  const rules = useMemo(() => ({ phone: personRuleOf(pack, 'phone') }), [pack]);
  return useForm({
    initial,
    rules,
    wireNames: { phone: 'cellphone' },
    onInvalid: () => FORM_MESSAGES.reviewFields,
    onFailure: (error) => track('login_failed', { messages: messageOf(error) }),
    onSubmit: async (typed) => {
      const phone = writtenCellPhone(pack.code, typed.phone);
      await sendLink(pack, phone, returnTarget());
      track('link_requested');
      writeCellphone(phone);
      linkJustSent.set(true);
      go.to(paths.loginLink());
    },
  });
}

export type PhoneLogin = ReturnType<typeof usePhoneLogin>;

import { useMemo, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { BIRTHDATE_INVALID_AT_SIGNUP } from '../../countries/identifiers/birthdate.ts';
import { track } from '../analytics.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { attribution } from '../attribution.ts';
import { useCountry } from '../country.tsx';
import { useForm } from '../forms/use-form.ts';
import { writeBankCode } from '../proposal.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { Screen } from '../shell/screen.tsx';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { useMoney } from '../ui/use-money.ts';
import { Consent } from './consent.tsx';
import { EntryTabs } from './entry-tabs.tsx';
import { SignupFields } from './signup-fields.tsx';
import { emptySignup, isFilled, signupBody, signupRules, type SignupValues } from './signup-form.ts';
import { signupTexts as texts } from './texts.ts';

/**
 * Sign-up, also for partners' routes with the channel set by their guard (docs/product/signup-and-login.md#channels).
 */
export function SignupScreen() {
  const pack = useCountry();
  const money = useMoney();
  const go = useGo();
  const rules = useMemo(() => signupRules(pack), [pack]);
  const [again, setAgain] = useState(false);
  const form = useForm<SignupValues>({
    initial: emptySignup,
    rules,
    wireNames: { email: 'email_address' },
    draft: 'signup',
    onSubmit: send,
    onInvalid: warnOfBirthdate,
    onFailure: failed,
  });

  async function send(values: SignupValues) {
    const { model } = await call('POST /vendors-api/v1/leads', {
      body: signupBody(values, pack, attribution()),
    });
    const suitable = model.suitable === 1;
    track('signup_sent', { suitable });
    if (!suitable) writeBankCode(values.bank_code);
    go.to(paths.vendor(model.hash));
  }

  /**
   * A failure is only tracked (docs/product/signup-and-login.md#failure): no message, but wrong fields are
   * marked and the button offers another try.
   */
  function failed(error: unknown): boolean {
    track('signup_failed');
    setAgain(!(error instanceof ApiFailure) || Object.keys(error.fields).length === 0);
    return true;
  }

  function warnOfBirthdate() {
    if (!rules.birthdate?.(form.values.birthdate, form.values)) return;
    snackbar.show({ kind: 'warning', message: BIRTHDATE_INVALID_AT_SIGNUP });
  }

  return (
    <Screen
      title={texts.title}
      intro={<p>{texts.intro(money(pack.maxAmount))}</p>}
      bar={
        <BottomBar
          form={form.id}
          nextLabel={again ? texts.retry : texts.continue}
          nextBusy={form.busy}
          nextDisabled={form.busy || !isFilled(form.values, pack)}
        />
      }
    >
      <Card>
        <EntryTabs selected="first">
          <form {...form.props}>
            <SignupFields field={form.field} />
          </form>
        </EntryTabs>
        <Consent />
      </Card>
    </Screen>
  );
}

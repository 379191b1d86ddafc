import { useMemo, useState, useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { BIRTHDATE_INVALID_AT_SIGNUP } from '../../countries/identifiers/birthdate.ts';
import { track } from '../analytics.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { attribution } from '../attribution.ts';
import { useCountry } from '../country.tsx';
import { useForm, type FieldBinding } from '../forms/use-form.ts';
import { writeBankCode } from '../proposal.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import { EntryTabs } from './entry-tabs.tsx';
import { LoginAsked } from './login-asked.tsx';
import { emptySignup, isFilled, signupBody, signupRules, type SignupValues } from './signup-form.ts';
import { signupTexts as texts } from './texts.ts';
import css from './consent.module.css';
import { laterDialog } from '../later.tsx';
import { DialogLink } from '../ui/text-link.tsx';
import { parsePersonName } from '../../countries/identifiers/names.ts';
import { DocumentField } from '../forms/document-field.tsx';
import { Fields, Pair, describedBy, Field } from '../forms/field.tsx';
import { DateField, PhoneField } from '../forms/special-fields.tsx';
import { TextField } from '../forms/text-field.tsx';
import { BankPicker } from '../forms/bank-picker.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { emailSuggestions, EMAIL_MAX_LENGTH } from '../../countries/identifiers/email.ts';
import { maskEmail } from '../../countries/fields/masks.ts';
import { Combobox } from '../ui/fields/combobox.tsx';
import { bankOptions } from '../forms/bank-options.ts';
import type { Option } from '../ui/fields/select.tsx';

async function fetchBanks(signal?: AbortSignal): Promise<readonly Option[]> {
  return bankOptions(await call('GET /api/v3/banks', signal ? { signal } : {}));
}

/**
 * The banks of the country by name. Without the code for queries: sign-up is the first page that most
 * people see.
 */
function useBanks() {
  const [banks, setBanks] = useState<readonly Option[] | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    fetchBanks(leaving.signal).then(setBanks, () => {
      if (!leaving.signal.aborted) setFailed(true);
    });
    return () => leaving.abort();
  }, []);

  function retry() {
    setFailed(false);
    fetchBanks().then(setBanks, () => setFailed(true));
  }

  return { banks, failed, retry };
}

/**
 * An e-mail address with the country's 13 usual domains as suggestions
 * (docs/product/signup-and-login.md#form).
 */
function EmailField({ label, id, name, value, error, onValue, onLeave }: FieldBinding & { label: string }) {
  const { code } = useCountry();
  // A complete address needs no suggestion.
  const suggestions = emailSuggestions(code, value).filter((address) => address !== value);
  return (
    <Field id={id} label={label} error={error}>
      <Combobox
        {...describedBy(id, error, undefined)}
        id={id}
        name={name}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={EMAIL_MAX_LENGTH}
        text={value}
        onText={(text) => onValue(maskEmail(text))}
        options={suggestions.map((address) => ({ value: address, label: address }))}
        onSelect={(option) => onValue(option.value)}
        onBlur={onLeave}
      />
    </Field>
  );
}

/** Person's bank (Argentina). */
function BankField(binding: FieldBinding) {
  const { banks, failed, retry } = useBanks();
  return (
    <>
      <BankPicker {...binding} label={texts.bank} banks={banks} />
      {failed && (
        <Notice tone="bad">
          <p>{texts.banksFailed}</p>
          <Button small kind="text" onClick={retry}>
            {texts.retry}
          </Button>
        </Notice>
      )}
    </>
  );
}

/** A name with the apostrophes and spaces that are stored; one that is refused stays as typed. */
function writtenName(typed: string): string {
  const name = parsePersonName(typed);
  return name.ok ? name.value : typed;
}

/** The fields of the form, in their order (docs/product/signup-and-login.md#form). */
function SignupFields({ field }: { field: (name: keyof SignupValues) => FieldBinding }) {
  const pack = useCountry();
  return (
    <Fields>
      <Pair>
        <TextField
          {...field('first_name')}
          label={texts.firstName}
          written={writtenName}
          autoComplete="given-name"
          autoCapitalize="words"
          required
        />
        <TextField
          {...field('last_name')}
          label={texts.lastName}
          written={writtenName}
          autoComplete="family-name"
          autoCapitalize="words"
          required
        />
      </Pair>
      <DocumentField {...field('document_number')} autoComplete="off" required />
      <DateField {...field('birthdate')} label={texts.birthdate} autoComplete="bday" required />
      <EmailField {...field('email')} label={texts.email} />
      <PhoneField {...field('phone')} label={texts.phone} required />
      {pack.asksBankAtSignup && <BankField {...field('bank_code')} />}
    </Fields>
  );
}

const LegalDialog = laterDialog(() => import('../shell/legal-content.tsx'), 'LegalDialog');

/** Consent given by continuing, and the use of the data (Ley 25.326 art. 6: docs/product/rights.md#own-data). */
function Consent() {
  const { personalDataLaw, personalDataLegend } = useCountry();
  const [open, setOpen] = useState(false);
  return (
    <div className={css.consent}>
      <p>{texts.whatsapp}</p>
      <p>{texts.personalData(personalDataLaw)}</p>
      {personalDataLegend.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <DialogLink className={css.link} onClick={() => setOpen(true)}>
        {texts.privacy}
      </DialogLink>
      {open && <LegalDialog text="policy" onClose={() => setOpen(false)} />}
    </div>
  );
}

/**
 * Sign-up, also for partners' routes with the channel set by their guard (docs/product/signup-and-login.md#channels).
 */
export function SignupScreen() {
  const pack = useCountry();
  const money = useRoundMoney();
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

  function warnOfBirthdate(values: SignupValues) {
    const isWrong = rules.birthdate?.(values.birthdate, values) !== undefined;
    return isWrong ? BIRTHDATE_INVALID_AT_SIGNUP : undefined;
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
        <LoginAsked link />
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

import { parsePersonName } from '../../countries/identifiers/names.ts';
import { useCountry } from '../country.tsx';
import { DocumentField } from '../forms/document-field.tsx';
import { Fields, Pair } from '../forms/field.tsx';
import { DateField, PhoneField } from '../forms/special-fields.tsx';
import { TextField } from '../forms/text-field.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { BankField } from './bank-field.tsx';
import { EmailField } from './email-field.tsx';
import type { SignupValues } from './signup-form.ts';
import { signupTexts as texts } from './texts.ts';

/** A name with the apostrophes and spaces that are stored; one that is refused stays as typed. */
function writtenName(typed: string): string {
  const name = parsePersonName(typed);
  return name.ok ? name.value : typed;
}

/** The fields of the form, in their order (docs/product/signup-and-login.md#form). */
export function SignupFields({ field }: { field: (name: keyof SignupValues) => FieldBinding }) {
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

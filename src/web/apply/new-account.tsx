import { maskBankAccount, writtenBankAccount } from '../../countries/fields/account-masks.ts';
import { maskCuit } from '../../countries/fields/masks.ts';
import { useCountry } from '../country.tsx';
import { TextField } from '../forms/text-field.tsx';
import { useProfile } from '../profile.ts';
import { asksLegalNumber, type Binder } from './bank-form.ts';
import { bankTexts as texts } from './texts.ts';

/** An account that is not stored yet, with the CUIT/CUIL (docs/product/application.md#bank-account). */
export function NewAccount({ field }: { field: Binder }) {
  const pack = useCountry();
  const profile = useProfile();
  const { legal_number: known } = profile.account_information;
  return (
    <>
      <TextField
        {...field('account')}
        label={texts.account}
        hint={pack.accountNumber.hint}
        mask={maskBankAccount}
        written={writtenBankAccount}
        autoComplete="off"
        required
      />
      {asksLegalNumber(profile) ? (
        <TextField
          {...field('legal_number')}
          label={texts.legalNumber}
          mask={maskCuit}
          inputMode="numeric"
          autoComplete="off"
          placeholder="20-12345678-9"
          required
        />
      ) : (
        <TextField {...field('legal_number')} label={texts.legalNumber} value={maskCuit(known)} readOnly />
      )}
    </>
  );
}

import { SelectField } from '../forms/special-fields.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/tag.tsx';
import { signupTexts as texts } from './texts.ts';
import { useBanks } from './use-banks.ts';

/** Where the person has an account (A §2.4, Argentina). */
export function BankField(binding: FieldBinding) {
  const { banks, failed, retry } = useBanks();
  return (
    <>
      <SelectField
        {...binding}
        label={texts.bank}
        options={banks ?? []}
        placeholder={banks || failed ? texts.bankPlaceholder : texts.banksLoading}
      />
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

import { BankPicker } from '../forms/bank-picker.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { signupTexts as texts } from './texts.ts';
import { useBanks } from './use-banks.ts';

/** Person's bank (Argentina). */
export function BankField(binding: FieldBinding) {
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

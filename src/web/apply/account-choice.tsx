import type { FieldBinding } from '../forms/use-form.ts';
import type { Profile } from '../profile.ts';
import { ChoiceList } from './choice-list.tsx';
import { another } from './existing-choice.ts';
import { bankTexts as texts } from './texts.ts';

/** The accounts that are stored already, and another one. */
export function AccountChoice({ binding, banks }: { binding: FieldBinding; banks: Profile['banks'] }) {
  return (
    <ChoiceList
      binding={binding}
      legend={texts.choose}
      choices={[
        ...banks.map((account, index) => ({
          value: String(index),
          title: account.bankName || texts.alias,
          text: account.accountNumber,
        })),
        { value: another, title: texts.other, text: texts.otherText },
      ]}
    />
  );
}

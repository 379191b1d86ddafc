import { useState } from 'react';
import { useCountry } from '../country.tsx';
import { formTexts } from '../text/shared.ts';
import { Combobox } from '../ui/fields/combobox.tsx';
import type { Option } from '../ui/fields/select.tsx';
import css from './bank-picker.module.css';
import { bankNameOf } from './bank-options.ts';
import { describedBy, Field } from './field.tsx';
import { namedAsTyped, optionsMatching } from './options-matching.ts';
import type { FieldBinding } from './use-form.ts';

interface BankPickerProps extends FieldBinding {
  label: string;
  /** Null while they are on their way: the usual ones can be taken already. */
  banks: readonly Option[] | null;
}

/** A bank: the usual ones to press, any other found by its everyday name. The value is its code. */
export function BankPicker({ label, banks, id, name, value, error, onValue, onLeave }: BankPickerProps) {
  const { usualBanks } = useCountry();
  /** Text being typed; null once a bank is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = bankNameOf(value, banks ?? [], usualBanks);
  const fitting = optionsMatching(banks ?? [], typed ?? '');

  function take(code: string): void {
    setTyped(null);
    onValue(code);
  }

  /** Chooses the only matching bank. */
  function leave(): void {
    const [only, ...others] = fitting;
    if (typed?.trim() && only && others.length === 0) take(only.value);
    onLeave();
  }

  return (
    <Field id={id} label={label} error={error}>
      <div role="group" aria-label={formTexts.usual} className={css.chips}>
        {usualBanks.map((bank) => (
          <button
            key={bank.code}
            type="button"
            aria-pressed={value === bank.code}
            className={css.chip}
            onClick={() => take(bank.code)}
          >
            {bank.name}
          </button>
        ))}
      </div>
      <Combobox
        {...describedBy(id, error, undefined)}
        id={id}
        name={name}
        required
        opensOnFocus
        emptyText={banks ? formTexts.emptyList : formTexts.loading}
        autoCapitalize="words"
        spellCheck={false}
        placeholder={formTexts.bankSearch}
        text={typed ?? chosen}
        onText={(text) => {
          setTyped(text);
          onValue('');
        }}
        options={fitting.map((bank) => namedAsTyped(bank, typed ?? ''))}
        onSelect={(option) => take(option.value)}
        onBlur={leave}
      />
    </Field>
  );
}

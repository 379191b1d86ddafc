import { useState } from 'react';
import type { FieldBinding } from '../forms/use-form.ts';
import { digitsOf } from './card-values.ts';
import { useCardType } from './use-card-type.ts';

/** A card's number while it is typed, and what the server says of it. */
export function useCardNumber() {
  const [digits, setDigits] = useState('');
  const detected = useCardType(digits);
  return {
    digits,
    detected,
    /** The number's field of a form, followed. */
    follow: (binding: FieldBinding): FieldBinding => ({
      ...binding,
      onValue: (value) => {
        setDigits(digitsOf(value));
        binding.onValue(value);
      },
    }),
  };
}

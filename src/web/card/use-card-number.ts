import { useState } from 'react';
import type { FieldBinding } from '../forms/use-form.ts';
import { useSettings } from '../settings.ts';
import { digitsOf } from './card-values.ts';
import { gatewayOf } from './gateway.ts';
import { useCardType } from './use-card-type.ts';

/** Card number being typed, with the server's verdict if the server may see it. */
export function useCardNumber() {
  const [digits, setDigits] = useState('');
  // Not before the settings have said that no gateway takes the number in our server's place.
  const detected = useCardType(digits, gatewayOf(useSettings()) === null);
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

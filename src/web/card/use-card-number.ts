import { useState, useCallback, useEffect, useRef } from 'react';
import type { FieldBinding } from '../forms/use-form.ts';
import { useSettings } from '../settings.ts';
import { digitsOf } from './card-values.ts';
import { gatewayOf } from './gateway.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';

/** Minimum digits of a complete number. */
const minDigits = 12;
/** Pause after typing before the number is asked about, milliseconds. */
const pauseMs = 500;

interface Detected {
  readonly digits: string;
  readonly type?: string;
  /** The server's message, for under the number's field. */
  readonly message?: string;
}

/**
 * Queries type and validity of a card number when its field is left, or when enough digits stay unchanged. Without a
 * response the number's own rule decides: the server checks again on submission.
 * @param asks false if our server must not see the number: then its own rule decides too
 */
function useCardType(digits: string, asks: boolean) {
  const [detected, setDetected] = useState<Detected | null>(null);
  const asked = useRef('');

  const ask = useCallback(
    async (number: string) => {
      if (!asks || number.length < minDigits || asked.current === number) return;
      asked.current = number;
      try {
        const { valid, type } = await call('POST /api/v3/info_credit_card', { body: { number } });
        if (asked.current === number) setDetected(valid ? { digits: number, type } : { digits: number });
      } catch (error) {
        if (asked.current !== number) return;
        if (!(error instanceof ApiFailure) || error.passing) asked.current = '';
        else setDetected({ digits: number, message: error.fields['number'] ?? error.message });
      }
    },
    [asks],
  );

  useEffect(() => {
    const timer = setTimeout(() => void ask(digits), pauseMs);
    return () => clearTimeout(timer);
  }, [digits, ask]);

  const refusal = useCallback(
    (number: string) => (detected?.digits === number ? detected.message : undefined),
    [detected],
  );
  return {
    type: detected?.digits === digits ? detected.type : undefined,
    refusal,
    ask: () => void ask(digits),
  };
}

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

import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';

/** Digits from which a number can be whole. */
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
 * Asks for type and validity of a card number, on leaving its field or once enough digits stand still.
 * Where no answer arrives the number's own rule has to do: the server checks again when the card is sent.
 * @param asks false where our server is not to see the number: its own rule has to do there too
 */
export function useCardType(digits: string, asks: boolean) {
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

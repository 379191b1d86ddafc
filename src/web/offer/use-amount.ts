import { useEffect, useState } from 'react';
import {
  AMOUNT_DEBOUNCE_MS,
  AMOUNT_UNIT,
  type AmountLimits,
  parseThousands,
  snapThousands,
} from '../../countries/identifiers/amounts.ts';

/**
 * The amount of the offer (A §5 'Amount input'): what stands in the field, in thousands; the amount it means,
 * currency units, null while it is out of bounds; and the amount whose plans are asked for, which follows
 * after a pause of 500 ms.
 */
export function useAmount(limits: AmountLimits, initial: number) {
  const [thousands, setThousands] = useState(String(initial / AMOUNT_UNIT));
  const [settled, setSettled] = useState(initial);
  const parsed = parseThousands(thousands, limits);
  const amount = parsed.ok ? parsed.value : null;

  useEffect(() => {
    if (amount === null || amount === settled) return;
    const timer = setTimeout(() => setSettled(amount), AMOUNT_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [amount, settled]);

  return {
    thousands,
    amount,
    settled,
    // An empty field is one in the middle of being typed; leaving it fills it again.
    error: parsed.ok || thousands === '' ? undefined : parsed.message,
    type: setThousands,
    set: (units: number) => setThousands(String(units / AMOUNT_UNIT)),
    /** On leaving the field, an amount out of bounds becomes the nearest bound. */
    snap: () => setThousands((typed) => snapThousands(typed, limits)),
  };
}

export type AmountState = ReturnType<typeof useAmount>;

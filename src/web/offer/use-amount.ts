import { useEffect, useState } from 'react';
import {
  AMOUNT_DEBOUNCE_MS,
  AMOUNT_UNIT,
  type AmountLimits,
  parseThousands,
  snapThousands,
} from '../../countries/identifiers/amounts.ts';

/** True if the typed text is the former one with some adjacent digits removed. */
function isDeletion(before: string, typed: string): boolean {
  const removed = before.length - typed.length;
  if (removed <= 0) return false;
  return Array.from(
    { length: typed.length + 1 },
    (_, at) => before.slice(0, at) + before.slice(at + removed),
  ).includes(typed);
}

/**
 * Amount meant by a cleared field: the last one typed. Amounts passed while deleting digit by digit do not
 * count.
 * @param held currency units, before this step
 * @param before previous text of the field, in thousands
 * @param typed new text of the field, in thousands
 * @returns currency units
 */
export function heldAmount(held: number, before: string, typed: string, limits: AmountLimits): number {
  const meant = parseThousands(typed, limits);
  return meant.ok && !isDeletion(before, typed) ? meant.value : held;
}

/**
 * Amount of the offer: the text of the field, in thousands; the amount it means, currency units, null while
 * out of bounds; and the amount used to request plans, which follows after a pause of 500 ms. A cleared field
 * keeps the amount before, also if deleted digit by digit.
 */
export function useAmount(limits: AmountLimits, initial: number) {
  const [thousands, setThousands] = useState(String(initial / AMOUNT_UNIT));
  const [held, setHeld] = useState(initial);
  const [settled, setSettled] = useState(initial);
  const parsed = parseThousands(thousands, limits);
  const isEmpty = thousands === '';
  const amount = isEmpty ? held : parsed.ok ? parsed.value : null;
  const nearest = amount ?? Number(snapThousands(thousands, limits)) * AMOUNT_UNIT;
  const lastThousands = String(held / AMOUNT_UNIT);

  useEffect(() => {
    if (amount === null || amount === settled) return;
    const timer = setTimeout(() => setSettled(amount), AMOUNT_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [amount, settled]);

  function type(typed: string): void {
    setThousands(typed);
    setHeld(heldAmount(held, thousands, typed, limits));
  }

  /** An amount that is decided, by the slider or on leaving the field. */
  function decide(units: number): void {
    setThousands(String(units / AMOUNT_UNIT));
    setHeld(units);
  }

  return {
    thousands,
    /** Amount meant by a cleared field, in thousands. */
    lastThousands,
    amount,
    /** The amount, or the bound that is nearest to one out of bounds. */
    nearest,
    settled,
    // A cleared field is one in the middle of being typed.
    error: parsed.ok || isEmpty ? undefined : parsed.message,
    type,
    set: decide,
    /** On leaving the field, an amount out of bounds becomes the nearest bound and a cleared one the former. */
    snap: () => decide(nearest),
  };
}

export type AmountState = ReturnType<typeof useAmount>;

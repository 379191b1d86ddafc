import { type AmountLimits, parseThousands } from '../../countries/identifiers/amounts.ts';

/** Whether what is typed is what stood there with some neighbouring digits taken away. */
function isDeletion(before: string, typed: string): boolean {
  const removed = before.length - typed.length;
  if (removed <= 0) return false;
  return Array.from(
    { length: typed.length + 1 },
    (_, at) => before.slice(0, at) + before.slice(at + removed),
  ).includes(typed);
}

/**
 * The amount that the field stands for once it is cleared: the last one that was typed. What a person passes while
 * deleting digit by digit is none that they meant.
 * @param held currency units, before this step
 * @param before what stood in the field, in thousands
 * @param typed what stands there now, in thousands
 * @returns currency units
 */
export function heldAmount(held: number, before: string, typed: string, limits: AmountLimits): number {
  const meant = parseThousands(typed, limits);
  return meant.ok && !isDeletion(before, typed) ? meant.value : held;
}

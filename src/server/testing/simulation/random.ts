/** A stream of numbers that follows from its seed alone. */
export interface Dice {
  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number;
  /** From 0 up to, not including, 1. */
  share(): number;
}

/** The same seed gives the same numbers on every machine. */
export function diceOf(seed: string): Dice {
  let state = 2_166_136_261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { share: next, int: (below) => Math.floor(next() * below) };
}

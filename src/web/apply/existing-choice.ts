/** Value of 'another one' in a list of stored items. */
export const another = 'nueva';

/** Place of a chosen entry in the stored list, or null where a new one is to be added. */
export function chosenIndex(choice: string, count: number): number | null {
  const index = Number(choice);
  return choice !== '' && choice !== another && index < count ? index : null;
}

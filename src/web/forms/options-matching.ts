import type { Option } from '../ui/select.tsx';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/**
 * The options of which a name holds what is typed, those with a name that begins with it first; accents and case do
 * not count.
 */
export function optionsMatching(options: readonly Option[], typed: string): Option[] {
  const wanted = plain(typed.trim());
  if (!wanted) return [...options];
  const begins: Option[] = [];
  const holds: Option[] = [];
  for (const option of options) {
    const places = [option.label, ...(option.also ?? [])].map((name) => plain(name).indexOf(wanted));
    if (places.includes(0)) begins.push(option);
    else if (places.some((at) => at > 0)) holds.push(option);
  }
  return [...begins, ...holds];
}

import type { Option } from '../ui/fields/select.tsx';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The option as it is looked for: one found by another name says that name first. */
export function namedAsTyped(option: Option, typed: string): Option {
  const wanted = plain(typed.trim());
  if (!wanted || plain(option.label).includes(wanted)) return option;
  const known = option.also?.find((name) => plain(name).includes(wanted));
  return known ? { ...option, label: `${known} (${option.label})` } : option;
}

/** Options with a name containing the text, those starting with it first; ignores accents and case. */
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

import type { Source } from '../../words/figures.ts';

/** Address of the rows behind a figure: the page's own with the figure added. */
export function behindOf(
  search: URLSearchParams,
  { source, day, part }: { readonly source: Source; readonly day: string; readonly part: string },
): string {
  const next = new URLSearchParams(search);
  next.set('ver', source);
  next.set('dia', day);
  next.set('parte', part);
  return `/tablero?${next.toString()}`;
}

/** The page that the rows were opened from. */
export function backFrom(search: URLSearchParams): string {
  const next = new URLSearchParams(search);
  for (const name of ['ver', 'dia', 'parte']) next.delete(name);
  const text = next.toString();
  return text ? `/tablero?${text}` : '/tablero';
}

import type { ReactNode } from 'react';
import css from './dated.module.css';

/** DD-MM-YYYY, or the tracking code of a withdrawal. */
const whole = /(\d{2}-\d{2}-\d{4}|ARR-\d+)/;

/** Sentence with dates and codes never broken at their hyphens; other nodes stay unchanged. */
export function dated(words: ReactNode): ReactNode {
  // Adjacent texts, as in `{one} {other}`, may each contain a date; an omitted one is false.
  if (Array.isArray(words) && words.every((part) => typeof part === 'string' || part === false))
    return dated(words.filter(Boolean).join(''));
  if (typeof words !== 'string' || !whole.test(words)) return words;
  return words.split(whole).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={`${part}-${String(index)}`} className={part.startsWith('ARR') ? css.code : css.date}>
        {part}
      </span>
    ),
  );
}

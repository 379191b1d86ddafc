import type { ReactNode } from 'react';
import css from './dated.module.css';

/** DD-MM-YYYY */
const date = /(\d{2}-\d{2}-\d{4})/;

/** A sentence whose dates are never broken at their hyphens; what is not a text stays as it is. */
export function dated(words: ReactNode): ReactNode {
  if (typeof words !== 'string' || !date.test(words)) return words;
  return words.split(date).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={`${part}-${String(index)}`} className={css.date}>
        {part}
      </span>
    ),
  );
}

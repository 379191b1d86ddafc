import type { ReactNode } from 'react';
import { dated } from '../../ui/dated.tsx';
import css from './hero.module.css';

/** The purple zone under the header; the first card of the page is lifted onto it. */
export function Hero({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.hero}>
      <div className={css.column}>
        <h1 className={css.title}>{dated(title)}</h1>
        {children && <div className={css.text}>{children}</div>}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import css from './page.module.css';

/** A page's title, what it is for, and what can be done on all of it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={css.head}>
      <h1 tabIndex={-1}>{title}</h1>
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}

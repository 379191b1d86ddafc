import type { ReactNode } from 'react';
import css from './page.module.css';

/** Page title, purpose, and page-wide actions. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={css.head}>
      <h1 tabIndex={-1}>{title}</h1>
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}

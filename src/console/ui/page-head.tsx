import type { ReactNode } from 'react';
import css from './page.module.css';

interface PageHeadProps {
  title: string;
  /** Below the title: number, state, amount. */
  under?: ReactNode;
  children?: ReactNode;
}

/** Page title, purpose, and page-wide actions. */
export function PageHead({ title, under, children }: PageHeadProps) {
  return (
    <div className={css.head}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {under && <div className={css.under}>{under}</div>}
      </div>
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}

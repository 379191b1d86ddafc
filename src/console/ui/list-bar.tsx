import type { ReactNode } from 'react';
import { SavedViews } from '../views/saved-views.tsx';
import css from './page.module.css';

/** What stands above a list: its filters, and the views that the person keeps of it. */
export function ListBar({ children }: { children: ReactNode }) {
  return (
    <>
      <search className={css.filters}>{children}</search>
      <SavedViews />
    </>
  );
}

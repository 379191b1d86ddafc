import type { ReactNode } from 'react';
import type { ExportName } from '../../contract/staff/exports.ts';
import { download } from '../api.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { ExportButton } from './export-button.tsx';
import css from './page.module.css';

interface ListBarProps {
  /** The list as a file, by its name. */
  file?: ExportName;
  /** The filters of the list as its call has them. */
  query?: Readonly<Record<string, string | number | undefined>>;
  children: ReactNode;
}

/** Bar above a list: filters, saved views, export. */
export function ListBar({ file, query = {}, children }: ListBarProps) {
  return (
    <div className={css.listBar}>
      <search className={css.filters}>{children}</search>
      <div className={css.bar}>
        <SavedViews />
        {file && <ListFile file={file} query={query} />}
      </div>
    </div>
  );
}

/** Takes the rows of a list's filters away. */
export function ListFile({
  file: list,
  query = {},
  what,
}: {
  file: ExportName;
  query?: Readonly<Record<string, string | number | undefined>>;
  what?: string;
}) {
  return (
    <ExportButton
      of="POST /api/staff/lists/{list}/export"
      {...(what === undefined ? {} : { what })}
      take={() => download('POST /api/staff/lists/{list}/export', { params: { list }, query })}
    />
  );
}

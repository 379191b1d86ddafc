import { type ReactNode, useId, useState } from 'react';
import type { ExportName } from '../../contract/staff/exports.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { download } from '../api.ts';
import { useFilters } from '../place.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { ExportButton } from './export-button.tsx';
import own from './list-bar.module.css';
import css from './page.module.css';

interface ListBarProps {
  /** The list as a file, by its name. */
  file?: ExportName;
  /** The filters of the list as its call has them. */
  query?: Readonly<Record<string, string | number | undefined>>;
  /** Text search, before the filters and never folded. */
  find?: ReactNode;
  /** Names in the address of the filters in `find`; the folded ones are counted without them. */
  found?: readonly string[];
  /** Buttons of the list. */
  actions?: ReactNode;
  /** Filters, folded on a phone. */
  children: ReactNode;
}

/** Bar above a list: filters, saved views, export. On a phone the filters are folded. */
export function ListBar({ file, query = {}, find, found = [], actions, children }: ListBarProps) {
  return (
    <div className={own.listBar}>
      <search className={css.filters}>
        {find}
        {children && <FilterFold found={found}>{children}</FilterFold>}
      </search>
      <div className={css.bar}>
        <SavedViews />
        {file && <ListFile file={file} query={query} />}
        {actions}
      </div>
    </div>
  );
}

function FilterFold({ found, children }: { found: readonly string[]; children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [filters] = useFilters();
  const count = [...filters.keys()].filter((name) => name !== 'vista' && !found.includes(name)).length;
  return (
    <>
      <span className={own.foldButton}>
        <Button kind="ghost" small aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          Filtros{count > 0 && ` (${count})`}
        </Button>
      </span>
      <div id={id} className={classes(own.folded, isOpen && own.isOpen)}>
        {children}
      </div>
    </>
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

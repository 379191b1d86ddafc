import { useInfiniteQuery, type UseInfiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { classes } from '../../ui/classes.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { Link } from './link.tsx';
import { More, ReadTrouble } from './list-parts.tsx';
import css from './page.module.css';

interface Page {
  readonly result: readonly unknown[];
  /** Cursor of the next page; '' after the last. */
  readonly next: string;
}

interface Options<P extends Page> extends Pick<
  UseInfiniteQueryOptions<P, Error, InfiniteData<P, string>, readonly unknown[], string>,
  'refetchInterval' | 'refetchOnWindowFocus'
> {
  /** Shows the previous rows until those of a new filter arrive; default true. */
  readonly keepsRows?: boolean;
}

/**
 * A list that is read page by page.
 * @param from how the call names the place where a page begins
 * @param read is given that member of the query, none for the first page
 */
export function useList<P extends Page, From extends 'before' | 'from'>(
  key: readonly unknown[],
  from: From,
  read: (page: { readonly [Name in From]?: string }) => Promise<P>,
  { keepsRows = true, ...options }: Options<P> = {},
) {
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read((pageParam ? { [from]: pageParam } : {}) as { [Name in From]?: string }),
    initialPageParam: '',
    getNextPageParam: (page: P) => page.next || undefined,
    placeholderData: (before) => (keepsRows ? before : undefined),
    ...options,
  });
  const rows: P['result'][number][] = list.data?.pages.flatMap((page) => page.result) ?? [];
  return { list, rows };
}

/** Rows as `children` once loaded, also if a reload failed; and the button for the next page. */
export function List({ list, children }: { list: ReturnType<typeof useList>['list']; children: ReactNode }) {
  return (
    <>
      {isFilter(list.error) ? <WrongFilter /> : <ReadTrouble read={list} />}
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line', 'line']} />}
      {list.data && children}
      <More list={list} />
    </>
  );
}

/** The address has a filter that the list does not take: from an old link, or typed. */
const isFilter = (error: Error | null) =>
  error instanceof ApiFailure && (error.status === 400 || error.status === 422) && location.search !== '';

function WrongFilter() {
  return (
    <div className={css.said}>
      <Notice tone="bad" urgent answers>
        Uno de los filtros no sirve.{' '}
        <Link to={location.pathname} className={css.link}>
          Sacar los filtros
        </Link>
      </Notice>
    </div>
  );
}

interface TableProps {
  /** Caption for screen readers: content and order of the table. */
  caption: ReactNode;
  /** Heads of the columns; in a pair the second is its class. */
  columns: readonly (string | readonly [name: string, className: string | undefined])[];
  /** Name of the frame, for a table without links. */
  frame?: string;
  /** Every column but the first is a figure: on a phone each keeps its place. */
  figures?: boolean;
  /** The rows. */
  children: ReactNode;
}

/** Frame of a table. With a name it takes the keyboard, so that a table without links can be scrolled. */
export function Frame({ name, children }: { name?: string | undefined; children: ReactNode }) {
  const focusable = name === undefined ? {} : { role: 'group', 'aria-label': name, tabIndex: 0 };
  return (
    <div className={css.frame} {...focusable}>
      {children}
    </div>
  );
}

/** Head of a column of figures. */
export const numberColumn = (name: string) => [name, css.number] as const;

/** Columns of tags, buttons and links, which need no head before them. */
const CLEAR = ['Estado', 'Acciones'];

/** Heads as CSS strings: on a phone, where rows are stacked, each precedes its value. */
const headsOf = (columns: TableProps['columns']) =>
  Object.fromEntries(
    columns
      .map((column) => (typeof column === 'string' ? column : column[0]))
      .flatMap((name, index) =>
        CLEAR.includes(name) ? [] : [[`--head-${index + 1}`, JSON.stringify(name)]],
      ),
  );

export function Table({ caption, columns, frame, figures, children }: TableProps) {
  return (
    <Frame name={frame}>
      <table className={classes(css.table, css.rows, figures && css.figures)} style={headsOf(columns)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const [name, className] = typeof column === 'string' ? [column] : column;
              return (
                <th key={name} scope="col" className={className}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Frame>
  );
}

import type { ReactNode, SyntheticEvent } from 'react';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/tag.tsx';
import { useFilters, usePath } from '../place.ts';
import { Link } from './link.tsx';
import css from './page.module.css';

/** Confirmation of the last action, announced to screen readers. */
export function Said({ message }: { message: string }) {
  return (
    <div role="status" className={message ? classes(css.said, css.floating) : undefined}>
      {message && <Notice tone="good">{message}</Notice>}
    </div>
  );
}

/** Failed action. @param title of what failed, where the page has several of the kind */
export function Trouble({ error, title }: { error: Error | null; title?: string | undefined }) {
  if (!error) return null;
  return (
    <div className={css.said}>
      <Notice tone="bad" urgent answers title={title}>
        {messageOf(error)}
      </Notice>
    </div>
  );
}

interface Read {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Failed read, with a retry in place unless the same request would fail again. */
export function ReadTrouble({ read }: { read: Read }) {
  const { error } = read;
  if (!error) return null;
  const isFinal = error instanceof ApiFailure && !error.passing && error.status !== 429;
  if (isFinal) return <Trouble error={error} />;
  const retry = (event: SyntheticEvent<HTMLButtonElement>) => {
    // The button goes away while the rows load: the focus must not go with it.
    const place = event.currentTarget.closest<HTMLElement>('dialog, main');
    (place?.querySelector<HTMLElement>('h1, h2[tabindex]') ?? place)?.focus({ preventScroll: true });
    void read.refetch();
  };
  return (
    <div className={css.trouble}>
      <Notice tone="bad" urgent answers>
        <p>{messageOf(error)}</p>
        <Button kind="ghost" small busy={read.isFetching} onClick={retry}>
          Volver a intentar
        </Button>
      </Notice>
    </div>
  );
}

/**
 * Shown when the list header fails to load; the list shows the reason.
 * @param what plural
 */
export function NotRead({ what, error }: { what: string; error: Error | null }) {
  return error && <p className={css.minor}>{what} no se pueden ver ahora.</p>;
}

/**
 * A list without rows: because of the filters of the address, which a link removes, or because there are none.
 * @param nothing without a full stop
 * @param how where rows come from, a sentence
 */
export function Empty({ nothing, how }: { nothing: string; how?: ReactNode }) {
  const [filters] = useFilters();
  const path = usePath();
  const view = filters.get('vista');
  const isFiltered = [...filters.keys()].some((name) => name !== 'vista');
  if (!isFiltered)
    return (
      <p className={css.empty}>
        {nothing}. {how}
      </p>
    );
  return (
    <p className={css.empty}>
      {nothing} con estos filtros.{' '}
      <Link to={view === null ? path : `${path}?vista=${view}`} className={css.link}>
        Sacar los filtros
      </Link>
    </p>
  );
}

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** The rest of a list, page by page. */
export function More({ list }: { list: Pages }) {
  if (!list.hasNextPage) return null;
  return (
    <div className={css.more}>
      <Button kind="ghost" small busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Ver más
      </Button>
    </div>
  );
}

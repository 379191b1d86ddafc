import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import css from './page.module.css';

/** What was just done, told to readers too. */
export function Said({ message }: { message: string }) {
  return (
    <div role="status" className={message ? css.said : undefined}>
      {message && <Notice tone="good">{message}</Notice>}
    </div>
  );
}

/** What could not be done. */
export function Trouble({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <div className={css.said}>
      <Notice tone="bad" urgent answers>
        {messageOf(error)}
      </Notice>
    </div>
  );
}

/** In place of what stands above a list and could not be read; why, the list says itself. */
export function NotRead({ what, error }: { what: string; error: Error | null }) {
  return error && <p className={css.minor}>{what} no se pueden ver ahora.</p>;
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

import { messageOf } from '../../web/api-failure.ts';
import { Button } from '../../web/ui/button.tsx';
import { Notice } from '../../web/ui/tag.tsx';
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

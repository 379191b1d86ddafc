import { Redirect } from '../router/route.ts';
import { createStore } from '../store.ts';

/** Notice about an unknown address: on its way to the page that the address leads to, then on that page. */
const notice = createStore<'coming' | 'shown' | null>(null);

/** Leads an unknown address to another one, which says that there is no such page. */
export const unknownTo = (path: string) => () => {
  notice.set('coming');
  throw new Redirect(path);
};

/** Drops the notice once the person goes on to another page. */
export function noteRendered(pathChanged: boolean): void {
  if (notice.get() === 'coming') notice.set('shown');
  else if (pathChanged) notice.set(null);
}

export const notFoundNotice: Pick<typeof notice, 'get' | 'subscribe'> = notice;

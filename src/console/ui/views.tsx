import { useLayoutEffect, useRef } from 'react';
import { classes } from '../../ui/classes.ts';
import { usePath } from '../place.ts';
import { Link } from './link.tsx';
import css from './views.module.css';

interface ViewsProps<View extends string> {
  /** Labels of the views, in order. */
  names: Readonly<Record<View, string>>;
  view: View;
  search: URLSearchParams;
  /** Counts up to a bound; views without one are omitted. */
  counts?: Partial<Readonly<Record<View, number>>> | undefined;
  /** The bound of the counts. */
  countedTo?: number;
  /** Filters that the next view does not have. */
  without?: readonly string[];
}

/** Views of a page as links: the address has the current one. */
export function Views<View extends string>({
  names,
  view,
  search,
  counts = {},
  countedTo = 100,
  without = [],
}: ViewsProps<View>) {
  const path = usePath();
  const line = useRef<HTMLElement>(null);
  const counted = Object.keys(counts).length;
  useLayoutEffect(() => {
    const nav = line.current;
    const current = nav?.querySelector<HTMLElement>('[aria-current]');
    if (!nav || !current) return undefined;
    // On a phone the current one may be outside the scrolled line, which counts and large text make longer.
    const show = () => {
      nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
    };
    const sizes = new ResizeObserver(show);
    sizes.observe(current);
    show();
    return () => sizes.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [view, counted]);
  const to = (each: View) => {
    const next = new URLSearchParams(search);
    for (const name of without) next.delete(name);
    next.set('vista', each);
    return `${path}?${next.toString()}`;
  };
  return (
    <nav ref={line} aria-label="Vistas" className={css.views}>
      {(Object.keys(names) as View[]).map((each) => {
        const count = counts[each];
        return (
          <Link key={each} to={to(each)} aria-current={each === view ? 'true' : undefined}>
            {names[each]}
            {count !== undefined && (
              <span className={classes(css.count, count === 0 && css.nil)}>
                {count >= countedTo ? `${countedTo - 1}+` : count}
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

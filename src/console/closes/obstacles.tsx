import { Notice } from '../../ui/tag.tsx';
import { OBSTACLE_PAGES, type Obstacle } from '../../words/closes.ts';
import { Link } from '../ui/link.tsx';
import css from '../ui/page.module.css';

/** Obstacles of a close, each with the page of its rows. */
export function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  if (obstacles.length === 0) return null;
  return (
    <Notice tone="late" title="Todavía no se puede cerrar">
      <ul>
        {obstacles.map(({ kind, message }) => {
          const to = OBSTACLE_PAGES[kind];
          return (
            <li key={kind}>
              {message}{' '}
              {to && (
                <Link to={to} className={css.link}>
                  Ver
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

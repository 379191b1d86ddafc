import { Notice } from '../../ui/tag.tsx';
import { obstaclePage, type Obstacle } from '../../words/closes.ts';
import { Link } from '../ui/link.tsx';
import css from '../ui/page.module.css';

/** Obstacles of a close, each with the page of its rows. */
export function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  if (obstacles.length === 0) return null;
  return (
    <Notice tone="late" title="Todavía no se puede cerrar">
      <ul>
        {obstacles.map((obstacle) => {
          const to = obstaclePage(obstacle);
          return (
            <li key={obstacle.kind}>
              {obstacle.message}{' '}
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

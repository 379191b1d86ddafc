import { Link } from './link.tsx';
import css from './page.module.css';

/** Link to where a request is approved, or taken back by its requester. */
export const RequestLink = () => (
  <Link to="/aprobaciones" className={css.link}>
    Ver el pedido
  </Link>
);

interface WaitsProps {
  /** Requester; '' if nothing waits. */
  by: string;
  asked?: string;
}

/** Names the requester of what waits for a second person, with a link to the request. */
export function Waits({ by, asked = 'lo pidió' }: WaitsProps) {
  if (by === '') return null;
  return (
    <span className={css.minor}>
      Espera aprobación: {asked} {by}. <RequestLink />
    </span>
  );
}

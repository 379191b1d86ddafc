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
  /** The decision, where a subject has several. */
  to?: string;
}

/** Names the requester of a pending request, with a link to it. */
export function Waits({ by, asked = 'lo pidió', to = '' }: WaitsProps) {
  if (by === '') return null;
  return (
    <span className={css.minor}>
      Espera aprobación{to && ` para ${to}`}: {asked} {by}. <RequestLink />
    </span>
  );
}

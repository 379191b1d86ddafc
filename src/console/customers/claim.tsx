import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CLAIM_REFUSAL_NAMES, GRANT_REASON_NAMES } from '../../words/reason-names.ts';
import { AWAITS } from '../../words/texts.ts';
import { asSeen, call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Link } from '../ui/link.tsx';
import { Waits } from '../ui/waits.tsx';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';
import type { CustomerDialogProps, Customer } from './texts.ts';
import css from './customers.module.css';

type Claim = NonNullable<Customer['claim']>;

const STATES: Readonly<Record<Claim['state'], string>> = {
  sent: 'Todavía no abrió el link.',
  open: 'Todavía no mandó el pedido: le falta validar el celular o subir las fotos.',
  waiting: 'Espera tu decisión. Mirá sus fotos más abajo.',
  granted: 'El documento ya es de esta cuenta.',
  refused: 'El pedido fue rechazado.',
};

function holderOf({ holder, holder_is_proved: isProved, holder_has_loan: hasLoan }: Claim): string {
  if (holder === '') return 'Ninguna cuenta tiene ese documento ahora.';
  if (hasLoan) return 'Esa cuenta tuvo un préstamo: el documento no se pasa.';
  return isProved
    ? 'Esa cuenta mostró el documento: para pasarlo deciden dos personas.'
    : 'Esa cuenta no mostró el documento.';
}

interface ClaimCardProps {
  customer: Customer;
  onDone: (message: string) => void;
  /** Called to read the page again. */
  onDecided: () => void;
}

/** The request of a customer for a document that another account has, and the decision on it. */
export function ClaimCard({ customer, onDone, onDecided }: ClaimCardProps) {
  const me = useMe();
  const { claim } = customer;
  const [doing, setDoing] = useState<'grant' | 'refuse'>();
  const close = () => setDoing(undefined);
  const done = (message: string) => {
    close();
    onDone(message);
    onDecided();
  };
  if (!claim) return null;
  const isOpen = claim.state === 'waiting';
  return (
    <section aria-labelledby="pedido-documento" className={css.card}>
      <h2 id="pedido-documento">Pide el documento {claim.document}</h2>
      <p>{STATES[claim.state]}</p>
      {isOpen && (
        <p>
          {claim.holder !== '' && <Link to={`/clientes/${claim.holder}`}>Cuenta que lo tiene</Link>}{' '}
          {holderOf(claim)}
        </p>
      )}
      <Waits by={claim.asked_by} />
      {isOpen && claim.asked_by === '' && (
        <div className={css.decisions}>
          {!claim.holder_has_loan && allows(me, 'POST /api/staff/customers/{id}/document-claim/grant') && (
            <Button small onClick={() => setDoing('grant')}>
              Pasar el documento
            </Button>
          )}
          {allows(me, 'POST /api/staff/customers/{id}/document-claim/refuse') && (
            <Button kind="ghost" small onClick={() => setDoing('refuse')}>
              Rechazar el pedido
            </Button>
          )}
        </div>
      )}
      {doing && <Decision what={doing} customer={customer} onClose={close} onDone={done} />}
    </section>
  );
}

function Decision({ what, customer, ...part }: CustomerDialogProps & { what: 'grant' | 'refuse' }) {
  return what === 'grant' ? (
    <ReasonDialog
      title="Pasar el documento a esta cuenta"
      action="Pasar el documento"
      names={GRANT_REASON_NAMES}
      first="person_matches"
      {...part}
      write={(body) =>
        call('POST /api/staff/customers/{id}/document-claim/grant', { ...asSeen(customer), body })
      }
      said={({ outcome }) =>
        outcome === 'pending_approval' ? AWAITS : 'El documento pasó a esta cuenta. Avisamos a las dos.'
      }
    >
      <p>La otra cuenta pierde el documento, sus fotos dejan de contar y se cierran sus sesiones.</p>
    </ReasonDialog>
  ) : (
    <ReasonDialog
      title="Rechazar el pedido"
      action="Rechazar"
      kind="danger"
      names={CLAIM_REFUSAL_NAMES}
      first="person_differs"
      {...part}
      write={(body) =>
        call('POST /api/staff/customers/{id}/document-claim/refuse', { ...asSeen(customer), body })
      }
      said={answered}
    >
      <p>Le avisamos por mail que no pudimos confirmar el documento. No cambia nada más.</p>
    </ReasonDialog>
  );
}

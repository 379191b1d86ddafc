import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Tag } from '../../ui/tag.tsx';
import { call, asSeen } from '../api.ts';
import type { Customer } from '../customers/texts.ts';
import { allows, useMe } from '../session.ts';
import { when } from '../../words/texts.ts';
import { EvidenceLinks } from '../ui/evidence.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import page from '../ui/page.module.css';
import css from '../customers/customers.module.css';
import { HOLD_NAMES, LIFT_NAMES } from '../../words/hold-names.ts';
import { endText, liftName, stopsText, type Hold } from '../../words/holds.ts';
import { When } from '../ui/when.tsx';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import { RequestLink } from '../ui/waits.tsx';

interface LiftDialogProps {
  hold: Hold;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called if it was lifted or ended meanwhile. */
  onStale: () => void;
}

/** Asks for the end of a hold, which a second person approves. */
function LiftDialog({ hold, ...part }: LiftDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Levantar el bloqueo: ${HOLD_NAMES[hold.reason]}`}
      action="Pedir aprobación"
      names={LIFT_NAMES}
      first="checked"
      write={(body) => call('POST /api/staff/holds/{id}/lift', { ...asSeen(hold), body })}
      said="Espera aprobación: el bloqueo sigue hasta que otra persona lo apruebe."
    >
      <p>
        Cuando otra persona lo apruebe deja de impedir {stopsText(hold.reason)}. El dinero que esperaba sale
        solo, una vez.
      </p>
    </ReasonDialog>
  );
}

interface CustomerHoldsProps {
  customer: Customer;
  /** Undefined where nothing of this account is changed any more, or the role may not. */
  onPlace: (() => void) | undefined;
  onDone: (message: string) => void;
}

const useHolds = (id: string) =>
  useQuery({
    queryKey: ['customer-holds', id],
    queryFn: async () => (await call('GET /api/staff/customers/{id}/holds', { params: { id } })).result,
  });

/** Tags for a customer's active holds, shown next to the name. */
export function HoldTags({ id }: { id: string }) {
  const holds = useHolds(id).data ?? [];
  return holds
    .filter(({ lifted_at: end }) => end === '')
    .map((hold) => (
      <Tag key={hold.id} tone="bad">
        Bloqueo: {HOLD_NAMES[hold.reason]}
        {hold.loan && `, préstamo ${hold.loan}`}
      </Tag>
    ));
}

/** Customer's present and past holds. */
export function CustomerHolds({ customer, onPlace, onDone }: CustomerHoldsProps) {
  const me = useMe();
  const [lifting, setLifting] = useState<Hold>();
  const found = useHolds(customer.id);
  const holds = found.data ?? [];
  return (
    <section aria-labelledby="bloqueos" className={css.card}>
      <div className={css.title}>
        <h2 id="bloqueos">Bloqueos</h2>
        {onPlace && (
          <button type="button" className={page.link} onClick={onPlace}>
            Bloquear
          </button>
        )}
      </div>
      <ReadTrouble read={found} />
      {found.isSuccess && holds.length === 0 && <p className={css.none}>No tiene ninguno.</p>}
      {holds.length > 0 && (
        <ul className={css.timeline}>
          {holds.map((hold) => (
            <li key={hold.id}>
              <HoldFacts hold={hold} />
              {hold.lifted_at === '' &&
                !hold.lift_asked_by &&
                allows(me, 'POST /api/staff/holds/{id}/lift') && (
                  <button
                    type="button"
                    className={page.link}
                    aria-label={`Levantar: ${HOLD_NAMES[hold.reason]}`}
                    onClick={() => setLifting(hold)}
                  >
                    Levantar
                  </button>
                )}
            </li>
          ))}
        </ul>
      )}
      {lifting && (
        <LiftDialog
          hold={lifting}
          onClose={() => setLifting(undefined)}
          onDone={(message) => {
            setLifting(undefined);
            onDone(message);
          }}
          onStale={() => void found.refetch()}
        />
      )}
    </section>
  );
}

function HoldFacts({ hold }: { hold: Hold }) {
  const holds = hold.lifted_at === '';
  const end = endText(hold);
  return (
    <>
      <p className={css.what}>
        <Tag tone={holds ? 'bad' : 'off'}>
          {HOLD_NAMES[hold.reason]}
          {hold.loan && `: préstamo ${hold.loan}`}
        </Tag>
        <time dateTime={hold.placed_at}>
          {hold.placed_by}, <When at={hold.placed_at} />
        </time>
      </p>
      <p className={css.words}>{hold.note}</p>
      {holds && <p className={page.minor}>Impide {stopsText(hold.reason)}.</p>}
      {hold.lift_asked_by && (
        <p className={page.minor}>
          Espera aprobación: {hold.lift_asked_by} pidió levantarlo. <RequestLink />
        </p>
      )}
      {end && (
        <p className={page.minor}>
          {end}
          {!holds && `, ${when(hold.lifted_at)}`}
          {hold.lift_reason && `. ${liftName(hold.lift_reason)}: ${hold.lift_note}`}
        </p>
      )}
      {hold.file && <EvidenceLinks files={[hold.file]} />}
    </>
  );
}

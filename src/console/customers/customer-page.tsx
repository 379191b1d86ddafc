import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { call, asSeen } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { countryName, SESSION_REASON_NAMES } from '../../words/texts.ts';
import { CustomerHolds, HoldTags } from '../holds/customer-holds.tsx';
import { PlaceDialog } from '../holds/place-dialog.tsx';
import { Said } from '../ui/list-parts.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { AskedFirst } from './asked.tsx';
import { ClaimCard } from './claim.tsx';
import { CorrectDialog, type CorrectedPart } from './correct-dialog.tsx';
import type { CustomerDialogProps, Customer } from './texts.ts';
import { Documents } from './documents.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { Loans } from './loans.tsx';
import { Payments } from './payments.tsx';
import { Timeline } from './timeline.tsx';
import { Who } from './who.tsx';
import css from './customers.module.css';
import page from '../ui/page.module.css';
import { answered, WriteDialog, ReasonDialog } from '../ui/write-dialog.tsx';

/** Logs the person out wherever they are logged in. */
function SessionsDialog({ customer, ...part }: CustomerDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title="Cerrar las sesiones de la persona"
      action="Cerrar sesiones"
      kind="danger"
      names={SESSION_REASON_NAMES}
      first="customer_asks"
      write={(body) => call('POST /api/staff/customers/{id}/sessions/end', { ...asSeen(customer), body })}
      said={answered}
    >
      <p>
        Sale de su cuenta en todos sus equipos y los links que tenía dejan de servir. Puede volver a ingresar
        como siempre.
      </p>
    </ReasonDialog>
  );
}

function NoteDialog({ customer: { id }, ...part }: CustomerDialogProps) {
  const [text, setText] = useState('');
  return (
    <WriteDialog
      {...part}
      title="Agregar una nota"
      action="Guardar nota"
      write={() => call('POST /api/staff/customers/{id}/notes', { params: { id }, body: { text } })}
      said={answered}
    >
      <label className={page.field}>
        <span>Nota</span>
        <textarea
          required
          maxLength={4000}
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className={page.minor}>
        La lee el equipo, y la persona si pide sus datos. Una sospecha va en el bloqueo, no acá. No se puede
        cambiar después.
      </p>
    </WriteDialog>
  );
}

type Doing = 'note' | 'link' | 'hold' | 'sessions' | CorrectedPart;

/** All of a customer on one page. Opening it is recorded, so it is asked for once and not again by itself. */
export function CustomerPage({ id }: { id: string }) {
  const found = useQuery({
    queryKey: ['customer', id],
    queryFn: async () => (await call('GET /api/staff/customers/{id}', { params: { id } })).result,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const customer = found.data;
  const name = customer ? `${customer.first_name} ${customer.last_name}` : '';
  useEffect(() => {
    if (name !== '') document.title = `${name} · Consola`;
  }, [name]);
  if (found.error) return <Missing error={found.error} retry={() => void found.refetch()} />;
  if (!customer)
    return (
      <>
        <PageHead title="Cliente" />
        <SkeletonGroup label="Cargando la ficha…" shapes={['block', 'line', 'line', 'block', 'line']} />
      </>
    );
  return <Page customer={customer} isBusy={found.isFetching} reload={() => void found.refetch()} />;
}

function Missing({ error, retry }: { error: Error; retry: () => void }) {
  const isNone = error instanceof ApiFailure && error.status === 404;
  return (
    <>
      <PageHead title={isNone ? 'No hay una ficha con ese número' : 'No pudimos abrir la ficha'} />
      {isNone ? (
        <p>Puede ser de un país que no tenés asignado.</p>
      ) : (
        <Notice tone="bad" urgent>
          {messageOf(error)}
        </Notice>
      )}
      {!isNone && (
        <p className={css.again}>
          <Button small onClick={retry}>
            Volver a intentar
          </Button>
        </p>
      )}
    </>
  );
}

interface PageProps {
  customer: Customer;
  isBusy: boolean;
  reload: () => void;
}

const STATES = {
  active: undefined,
  disabled: 'Cuenta cerrada',
  erased: 'Datos suprimidos',
} as const;

function Page({ customer, isBusy, reload }: PageProps) {
  const me = useMe();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const close = () => setDoing(undefined);
  const done = (message: string) => {
    setSaid(message);
    close();
    void queries.invalidateQueries({ queryKey: ['timeline', customer.id] });
    void queries.invalidateQueries({ queryKey: ['customer-holds', customer.id] });
  };
  // The title that had the focus while the page came is gone with it.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  }, []);
  const state = STATES[customer.state];
  const isOpen = customer.state === 'active';
  const dialog = { customer, onClose: close, onDone: done };
  return (
    <>
      <PageHead
        title={`${customer.first_name} ${customer.last_name}`}
        under={
          <>
            Cliente {customer.id} · {countryName(customer.country)}
            {state && <Tag tone={customer.state === 'erased' ? 'off' : 'bad'}>{state}</Tag>}
            {allows(me, 'GET /api/staff/customers/{id}/holds') && <HoldTags id={customer.id} />}
          </>
        }
      >
        <Actions isOpen={isOpen} isBusy={isBusy} onDo={setDoing} onReload={reload} />
      </PageHead>
      <Said message={said} />
      <AskedFirst customer={customer} />
      <div className={css.columns}>
        <div className={css.column}>
          <Who customer={customer} onCorrect={isOpen ? setDoing : undefined} onShown={() => done('')} />
          <ClaimCard customer={customer} onDone={done} onDecided={reload} />
          {allows(me, 'GET /api/staff/customers/{id}/holds') && (
            <CustomerHolds
              customer={customer}
              onDone={done}
              onPlace={
                isOpen && allows(me, 'POST /api/staff/customers/{id}/holds')
                  ? () => setDoing('hold')
                  : undefined
              }
            />
          )}
          <Loans customer={customer} onDone={done} onChanged={reload} />
          <Payments customer={customer} />
          <Documents customer={customer} onSeen={() => done('')} />
        </div>
        <Timeline customer={customer} />
      </div>
      {doing && <Doings doing={doing} {...dialog} />}
    </>
  );
}

interface ActionsProps {
  isOpen: boolean;
  isBusy: boolean;
  onDo: (what: Doing) => void;
  onReload: () => void;
}

/** Actions on an open account, and reading it again. All but the note are folded where there is no room. */
function Actions({ isOpen, isBusy, onDo, onReload }: ActionsProps) {
  const me = useMe();
  const others = [
    ...(isOpen && allows(me, 'POST /api/staff/customers/{id}/links/{link}')
      ? [{ name: 'Mandar un link', onDo: () => onDo('link') }]
      : []),
    ...(isOpen && allows(me, 'POST /api/staff/customers/{id}/sessions/end')
      ? [{ name: 'Cerrar sesiones', onDo: () => onDo('sessions') }]
      : []),
    { name: 'Actualizar', isBusy, onDo: onReload },
  ];
  return (
    <>
      {isOpen && allows(me, 'POST /api/staff/customers/{id}/notes') && (
        <Button small onClick={() => onDo('note')}>
          Agregar nota
        </Button>
      )}
      {others.map((each) => (
        <Button
          key={each.name}
          kind="ghost"
          small
          busy={'isBusy' in each && each.isBusy}
          className={css.unfolded}
          onClick={each.onDo}
        >
          {each.name}
        </Button>
      ))}
      <span className={css.folded}>
        <MoreMenu items={others} button />
      </span>
    </>
  );
}

/** Dialog of the current action. */
function Doings({ doing, ...dialog }: CustomerDialogProps & { doing: Doing }) {
  return (
    <>
      {doing === 'note' && <NoteDialog {...dialog} />}
      {doing === 'link' && <LinkDialog {...dialog} />}
      {doing === 'hold' && <PlaceDialog {...dialog} />}
      {doing === 'sessions' && <SessionsDialog {...dialog} />}
      {(doing === 'name' || doing === 'email' || doing === 'phone') && (
        <CorrectDialog part={doing} {...dialog} />
      )}
    </>
  );
}

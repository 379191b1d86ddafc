import type { FilterName } from '../../contract/staff/views.ts';
import { formatDate, calendarDate } from '../../domain/calendar-date.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Tag, Notice } from '../../ui/tag.tsx';
import { call, asSeen } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { valueName } from '../../words/facts.ts';
import { countryName, AWAITS, ACCEPT_REASON_NAMES, REFUSE_REASON_NAMES } from '../../words/texts.ts';
import { CountryFilter, FilterSelect, type FilterProps } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { Empty, Said } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useDoing } from '../ui/outcome.ts';
import css from '../ui/page.module.css';
import {
  ASKED_NAMES,
  leftText,
  NOT_OWN,
  OBJECTIONS,
  REQUEST_NAMES,
  ACCEPT_EFFECTS,
  NOT_OWN_WARNING,
} from '../../words/requests.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { Day, When } from '../ui/when.tsx';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import type { OutputOf } from '../../contract/contract.ts';
import { Waits } from '../ui/waits.tsx';

type Request = OutputOf<'GET /api/staff/requests'>['result'][number];

interface DialogProps {
  request: Request;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called if another person decided it meanwhile. */
  onStale: () => void;
}

/** The kind of a request as its call names it: a membership is ended by the same one as a loan. */
const callOf = (kind: Request['kind']) => (kind === 'membership' ? 'withdrawal' : kind);

function AcceptDialog({ request, ...part }: DialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Aceptar: ${REQUEST_NAMES[request.kind]}`}
      action="Pedir aprobación"
      names={ACCEPT_REASON_NAMES}
      first="entitled"
      write={(body) =>
        call(`POST /api/staff/requests/${callOf(request.kind)}/{id}/accept`, { ...asSeen(request), body })
      }
      said={AWAITS}
    >
      <p>{ACCEPT_EFFECTS[request.kind]}</p>
      {!request.own && <Notice tone="late">{NOT_OWN_WARNING}</Notice>}
    </ReasonDialog>
  );
}

function RefuseDialog({ request, ...part }: DialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Rechazar: ${REQUEST_NAMES[request.kind]}`}
      action={request.customer ? 'Pedir aprobación' : 'Rechazar'}
      kind="danger"
      names={REFUSE_REASON_NAMES}
      first="not-entitled"
      write={(body) =>
        call(`POST /api/staff/requests/${callOf(request.kind)}/{id}/refuse`, { ...asSeen(request), body })
      }
      said={({ outcome }) => (outcome === 'pending_approval' ? AWAITS : 'Solicitud rechazada.')}
    >
      <p>
        {request.customer
          ? 'La persona lee la explicación en su cuenta, tal como la escribís.'
          : 'No se le avisa a nadie: ninguna cuenta tiene ese documento.'}
      </p>
    </ReasonDialog>
  );
}

type State = 'open' | 'returning' | 'decided';

type Doing = { readonly what: 'accept' | 'refuse'; readonly request: Request };

const tones = { green: 'good', amber: 'late', red: 'bad' } as const;

/** Values of the address's filters. */
const STATES: Readonly<Record<string, State>> = { devolucion: 'returning', decididas: 'decided' };
const DUE: Readonly<Record<string, '0' | '1'>> = { vence: '1', termino: '0' };

/** Borrowers' requests to decide, with their legal deadline. */
export function RequestsPage() {
  const [filters, setFilter] = useFilters<FilterName<'/solicitudes'>>();
  const { doing, setDoing, said, close, done } = useDoing<Doing>();
  const state = STATES[filters.get('estado') ?? ''] ?? 'open';
  const due = DUE[filters.get('plazo') ?? ''];
  const query = {
    state,
    ...(filters.get('tipo') ? { kind: filters.get('tipo') as Request['kind'] } : {}),
    ...(due && state === 'open' ? { due } : {}),
    ...(filters.get('pais') ? { country: filters.get('pais') as Request['country'] } : {}),
  } as const;
  const { list, rows } = useList(
    ['requests', query],
    'from',
    (page) => call('GET /api/staff/requests', { query: { ...query, ...page } }),
    { refetchInterval: 60_000 },
  );
  const dialog = { onClose: close, onDone: done, onStale: () => void list.refetch() };
  return (
    <>
      <PageHead title="Solicitudes" />
      <Filters filters={filters} setFilter={setFilter} query={query} state={state} />
      <Said message={said} />
      <List list={list}>
        <RequestsTable rows={rows} state={state} onDo={setDoing} />
      </List>
      {doing?.what === 'accept' && <AcceptDialog request={doing.request} {...dialog} />}
      {doing?.what === 'refuse' && <RefuseDialog request={doing.request} {...dialog} />}
    </>
  );
}

function Filters({
  query,
  state,
  ...props
}: FilterProps<FilterName<'/solicitudes'>> & { query: Record<string, string>; state: State }) {
  return (
    <ListBar file="solicitudes" query={query}>
      <FilterSelect
        {...props}
        name="estado"
        label="Estado"
        all="Sin decidir"
        options={{ devolucion: 'Espera la devolución', decididas: 'Decididas' }}
      />
      {state === 'open' && (
        <FilterSelect
          {...props}
          name="plazo"
          label="Plazo"
          options={{ vence: 'Se vence o venció', termino: 'En término' }}
        />
      )}
      <FilterSelect {...props} name="tipo" label="Tipo" options={REQUEST_NAMES} />
      <CountryFilter {...props} />
    </ListBar>
  );
}

interface TableProps {
  rows: readonly Request[];
  state: State;
  onDo: (doing: Doing) => void;
}

const NONE: Readonly<Record<State, string>> = {
  open: 'sin decidir',
  returning: 'que esperen la devolución',
  decided: 'decididas',
};

function RequestsTable({ rows, state, onDo }: TableProps) {
  const isOpen = state !== 'decided';
  if (rows.length === 0)
    return (
      <Empty
        nothing={`No hay solicitudes ${NONE[state]}`}
        how="Acá llegan las cancelaciones y los arrepentimientos que piden los clientes."
      />
    );
  return (
    <Table
      caption={<>Solicitudes, {isOpen ? 'la más vieja' : 'la más nueva'} primero</>}
      columns={['Solicitud', 'Quién', 'Plazo', 'Estado', isOpen ? 'Acciones' : 'Decisión']}
    >
      {rows.map((row) => (
        <tr key={`${row.kind}-${row.id}`}>
          <th scope="row">
            {REQUEST_NAMES[row.kind]}
            {row.code && <span className={css.minor}>{row.code}</span>}
            <span className={css.minor}>
              <When at={row.requested_at} />
            </span>
          </th>
          <td>
            {row.person || (row.customer ? 'Sin nombre' : 'Sin cuenta con ese documento')}
            <span className={css.minor}>{countryName(row.country)}</span>
            {isOpen && !row.own && <span className={css.minor}>{NOT_OWN}</span>}
          </td>
          <td>
            <Tag tone={isOpen ? tones[row.clock] : 'off'}>
              {isOpen ? leftText(row.days_left) : formatDate(calendarDate(row.due))}
            </Tag>
            {isOpen && (
              <span className={classes(css.minor, css.whole)}>
                Hasta el <Day iso={row.due} />
              </span>
            )}
          </td>
          <td>
            {valueName(row.state)}
            <Waits
              by={row.accepted_by}
              asked="la pidió"
              to={row.asked === '' ? '' : ASKED_NAMES[row.asked]}
            />
            {row.loan && (
              <span className={css.minor}>
                Préstamo {row.loan}: {valueName(row.loan_state)}
              </span>
            )}
            {row.reason && <span className={css.minor}>Motivo: {row.reason}</span>}
            {row.objection && (
              <span className={css.minor}>Todavía no se puede aceptar. {OBJECTIONS[row.objection]}</span>
            )}
          </td>
          <td>
            {isOpen ? <Actions request={row} onDo={onDo} /> : row.decided_by}
            {!isOpen && <span className={css.minor}>{row.decision_reason}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Actions({ request, onDo }: { request: Request; onDo: (doing: Doing) => void }) {
  const me = useMe();
  const mayDecide =
    request.open &&
    request.accepted_by === '' &&
    allows(me, 'POST /api/staff/requests/cancellation/{id}/refuse');
  const name = `${REQUEST_NAMES[request.kind]}, ${request.person || request.code}`;
  const decisions = (['accept', 'refuse'] as const)
    // A request from a document without an account cannot be granted, nor an erasure with an obstacle.
    .filter((what) => what === 'refuse' || (request.customer !== '' && request.objection === ''));
  const hasTicket = request.ticket !== '';
  const hasCustomer = request.customer !== '' && allows(me, 'GET /api/staff/customers/{id}');
  return (
    <>
      {(hasTicket || hasCustomer) && (
        <div className={css.row}>
          {hasTicket && (
            <Link to={`/tickets/${request.ticket}`} className={css.link} aria-label={`Ver ticket: ${name}`}>
              Ver ticket
            </Link>
          )}
          {hasCustomer && (
            <Link
              to={`/clientes/${request.customer}`}
              className={css.link}
              aria-label={`Ver cliente: ${name}`}
            >
              Ver cliente
            </Link>
          )}
        </div>
      )}
      {mayDecide && (
        <div className={css.row}>
          {decisions.map((what) => (
            <Button
              key={what}
              kind={what === 'accept' ? 'primary' : 'ghost'}
              small
              aria-label={`${what === 'accept' ? 'Aceptar' : 'Rechazar'}: ${name}`}
              onClick={() => onDo({ what, request })}
            >
              {what === 'accept' ? 'Aceptar' : 'Rechazar'}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

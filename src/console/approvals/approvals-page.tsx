import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { headingOf, type Approval } from '../../words/approvals.ts';
import { APPROVAL_NAMES } from '../../words/texts.ts';
import { money, readUnits } from '../amounts.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { useMe } from '../session.ts';
import { Keys } from '../ui/keys.tsx';
import { Link } from '../ui/link.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Said, Trouble } from '../ui/list-parts.tsx';
import { List, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { staleBy } from '../ui/outcome.ts';
import { answered, WordsDialog, WriteDialog } from '../ui/write-dialog.tsx';
import own from './approvals.module.css';
import { RequestCard } from './request-card.tsx';

type State = Approval['state'];
type Doing = { readonly what: 'reject' | 'type-amount'; readonly row: Approval };

/** Requests waiting for a second person, and decided ones. */
export function ApprovalsPage() {
  const queries = useQueryClient();
  const [filters, setFilter] = useFilters<FilterName<'/aprobaciones'>>();
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const state = (filters.get('estado') ?? 'pending') as State | 'all';
  const { list, rows } = useList(
    ['approvals', state],
    'before',
    (page) =>
      call('GET /api/staff/approvals', {
        query: { ...(state === 'all' ? {} : { state }), ...page },
      }),
    { keepsRows: false },
  );
  const done = (message: string) => {
    focusNext(place.current);
    setSaid(message);
    setDoing(undefined);
    void queries.invalidateQueries();
  };
  const decide = useDecision(done, (error) => {
    setSaid('');
    staleBy(() => void list.refetch())(error);
  });
  const approve = (row: Approval) =>
    row.is_large ? setDoing({ what: 'type-amount', row }) : decide.mutate({ row, key: 'approve' });
  const showState = (next: string) => {
    decide.reset();
    setSaid('');
    setFilter('estado', next);
  };
  const reject = (row: Approval) => setDoing({ what: 'reject', row });
  const close = () => setDoing(undefined);
  return (
    <>
      <PageHead title="Aprobaciones" />
      <StateFilter state={state} onChange={showState} />
      <Said message={said} />
      <Trouble error={decide.error} title={decide.variables && headingOf(decide.variables.row)} />
      <List list={list}>
        {rows.length === 0 && <Nothing state={state} />}
        <div ref={place} className={own.cards}>
          {rows.map((row) => (
            <RequestCard
              key={row.id}
              row={row}
              isStateShown={state !== 'pending'}
              isBusy={decide.isPending && decide.variables.row.id === row.id}
              onApprove={() => approve(row)}
              onReject={() => reject(row)}
              onWithdraw={() => decide.mutate({ row, key: 'withdraw' })}
              onKey={presser({
                j: () => move(place.current, row.id, 1),
                k: () => move(place.current, row.id, -1),
                ...(row.decidable ? { a: () => approve(row), r: () => reject(row) } : {}),
              })}
            />
          ))}
        </div>
        {rows.some(({ decidable }) => decidable) && (
          <Keys label="Teclas, con un pedido elegido" keys={KEYS} />
        )}
      </List>
      {doing?.what === 'reject' && <RejectDialog approval={doing.row} onClose={close} onDone={done} />}
      {doing?.what === 'type-amount' && <AmountDialog approval={doing.row} onClose={close} onDone={done} />}
    </>
  );
}

/** Approves or withdraws a request. */
function useDecision(onDone: (said: string) => void, onFailed: (error: Error) => void) {
  return useMutation({
    mutationFn: ({ row, key }: { row: Approval; key: 'approve' | 'withdraw' }) =>
      call(`POST /api/staff/approvals/{id}/${key}`, { params: { id: row.id } }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: onFailed,
  });
}

function StateFilter({ state, onChange }: { state: State | 'all'; onChange: (state: string) => void }) {
  return (
    <ListBar file="aprobaciones" query={state === 'all' ? {} : { state }}>
      <label className={css.field}>
        <span>Estado</span>
        <select value={state} onChange={(event) => onChange(event.target.value)}>
          {Object.entries(APPROVAL_NAMES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
          <option value="all">Todos</option>
        </select>
      </label>
    </ListBar>
  );
}

/** An auditor neither asks nor approves, and reads all requests in the audit. */
function Nothing({ state }: { state: State | 'all' }) {
  const { roles } = useMe();
  if (!roles.every((role) => role === 'auditor')) return <p className={css.empty}>{EMPTY[state]}</p>;
  return (
    <p className={css.empty}>
      Tu rol no pide ni aprueba, así que acá no vas a ver pedidos. Lo que el equipo pidió, aprobó y rechazó
      está en{' '}
      <Link to="/registro" className={css.link}>
        Registro
      </Link>
      .
    </p>
  );
}

const EMPTY: Readonly<Record<State | 'all', string>> = {
  pending: 'No hay pedidos que esperen que los apruebes, ni tuyos sin decidir.',
  approved: 'No hay pedidos aprobados.',
  rejected: 'No hay pedidos rechazados.',
  withdrawn: 'No hay pedidos retirados.',
  expired: 'No hay pedidos vencidos.',
  obsolete: 'No hay pedidos que se hayan cerrado porque cambió lo que pedían.',
  all: 'Todavía no hay pedidos.',
};

const KEYS = [
  ['J', 'el siguiente'],
  ['K', 'el anterior'],
  ['A', 'aprobar'],
  ['R', 'rechazar'],
] as const;

/** Shortcuts of the card that has the focus, never of a field in it. */
const presser = (keys: Readonly<Record<string, () => void>>) => (event: KeyboardEvent<HTMLElement>) => {
  const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = keys[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
};

const cardsIn = (place: HTMLElement | null) =>
  Array.from(place?.querySelectorAll<HTMLElement>('[data-request]') ?? []);

function move(place: HTMLElement | null, id: string, by: 1 | -1): void {
  const cards = cardsIn(place);
  cards[cards.findIndex(({ dataset }) => dataset['request'] === id) + by]?.focus();
}

/** Focus passes to the next request before the decided one leaves the list. */
function focusNext(place: HTMLElement | null): void {
  const cards = cardsIn(place);
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  if (at >= 0) (cards[at + 1] ?? cards[at - 1])?.focus({ preventScroll: true });
}

interface RequestDialogProps {
  approval: Approval;
  onClose: () => void;
  onDone: (message: string) => void;
}

const titleOf = (approval: Approval) => headingOf(approval).replace(': ', ', ');

function RejectDialog({ approval, ...part }: RequestDialogProps) {
  return (
    <WordsDialog
      {...part}
      title={`Rechazar: ${titleOf(approval)}`}
      action="Rechazar"
      kind="danger"
      write={(body) => call('POST /api/staff/approvals/{id}/reject', { params: { id: approval.id }, body })}
      said={answered}
    />
  );
}

/** A large sum is approved by typing it. */
function AmountDialog({ approval, ...part }: RequestDialogProps) {
  const [typed, setTyped] = useState('');
  const { id, amount, currency } = approval;
  if (amount === null || currency === null) return null;
  return (
    <WriteDialog
      {...part}
      title={`Aprobar: ${titleOf(approval)}`}
      action="Aprobar"
      write={() =>
        call('POST /api/staff/approvals/{id}/approve', {
          params: { id },
          body: { amount: readUnits(typed.trim().replace(/^\$\s*/, '')) },
        })
      }
      said={answered}
    >
      <p>
        Es un importe grande: <strong className={own.sum}>{money(amount, currency)}</strong>. Escribilo para
        aprobarlo.
      </p>
      <label className={css.field}>
        <span>Importe</span>
        <input
          required
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </WriteDialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import type { OutputOf } from '../../contract/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { subjectName } from '../../words/subject-names.ts';
import { factGroups } from '../../words/facts.ts';
import { actionName, APPROVAL_NAMES, countryName, reasonName } from '../../words/texts.ts';
import { ListBar } from '../ui/list-bar.tsx';
import { Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { staleBy } from '../ui/stale-by.ts';
import { List, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';
import { answered, WordsDialog } from '../ui/write-dialog.tsx';
import { Lines } from '../money/upload-dialog.tsx';
import { outcomeName } from '../../words/money.ts';

/** The lines of a settlement file that waits for approval, and what each would do: read before signing. */
function SettlementLines({ approval }: { approval: string }) {
  const [which, setWhich] = useState<'all' | 'review' | 'reversals'>('all');
  const { list, rows } = useList(['approvals', 'lines', approval, which], 'from', (page) =>
    call('GET /api/staff/money/files/asked/{id}', { params: { id: approval }, query: { which, ...page } }),
  );
  const [seen] = list.data?.pages ?? [];
  return (
    <>
      <label className={css.field}>
        <span>Líneas</span>
        <select value={which} onChange={(event) => setWhich(event.target.value as typeof which)}>
          <option value="reversals">Las que anulan un pago</option>
          <option value="review">Para revisar</option>
          <option value="all">Todas</option>
        </select>
      </label>
      <List list={list}>
        <ul>
          {seen?.counts.map(({ outcome, count }) => (
            <li key={outcome}>
              {outcomeName(outcome)}: {count}
            </li>
          ))}
        </ul>
        {seen && seen.tried < seen.lines && (
          <p>
            Se probaron {seen.tried} de {seen.lines} líneas. Se puede aprobar cuando estén todas.
          </p>
        )}
        <Lines rows={rows} currency={seen?.currency ?? 'ARS'} isAll={which !== 'review'} />
      </List>
    </>
  );
}

type Approval = OutputOf<'GET /api/staff/approvals'>['result'][number];
type State = Approval['state'];

const tones = {
  pending: 'late',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'off',
  expired: 'off',
} as const;

/** Requests waiting for a second person, and decided ones. */
export function ApprovalsPage() {
  const queries = useQueryClient();
  const [filters, setFilter] = useFilters<FilterName<'/aprobaciones'>>();
  const [rejecting, setRejecting] = useState<Approval>();
  const [said, setSaid] = useState('');
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
    setSaid(message);
    setRejecting(undefined);
    void queries.invalidateQueries();
  };
  const decide = useMutation({
    mutationFn: ({ id, key }: { id: string; key: 'approve' | 'withdraw' }) =>
      call(`POST /api/staff/approvals/{id}/${key}`, { params: { id } }),
    onSuccess: ({ messages }) => done(messages.join(' ')),
    onError: (error) => {
      setSaid('');
      staleBy(() => void list.refetch())(error);
    },
  });
  return (
    <>
      <PageHead title="Aprobaciones" />
      <ListBar file="aprobaciones" query={state === 'all' ? {} : { state }}>
        <label className={css.field}>
          <span>Estado</span>
          <select value={state} onChange={(event) => setFilter('estado', event.target.value)}>
            {Object.entries(APPROVAL_NAMES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
            <option value="all">Todos</option>
          </select>
        </label>
      </ListBar>
      <Said message={said} />
      <Trouble error={decide.error} />
      <List list={list}>
        <ApprovalsTable
          rows={rows}
          state={state}
          isBusy={decide.isPending}
          onDecide={(id, key) => decide.mutate({ id, key })}
          onReject={setRejecting}
        />
      </List>
      {rejecting && (
        <RejectDialog approval={rejecting} onClose={() => setRejecting(undefined)} onDone={done} />
      )}
    </>
  );
}

const EMPTY: Readonly<Record<State | 'all', string>> = {
  pending: 'No hay pedidos que esperen que los apruebes, ni tuyos sin decidir.',
  approved: 'No hay pedidos aprobados.',
  rejected: 'No hay pedidos rechazados.',
  withdrawn: 'No hay pedidos retirados.',
  expired: 'No hay pedidos vencidos.',
  all: 'Todavía no hay pedidos.',
};

interface TableProps {
  rows: readonly Approval[];
  state: State | 'all';
  isBusy: boolean;
  onDecide: (id: string, key: 'approve' | 'withdraw') => void;
  onReject: (approval: Approval) => void;
}

function ApprovalsTable({ rows, state, ...acts }: TableProps) {
  return (
    <div className={css.frame}>
      {rows.length === 0 ? (
        <p className={css.empty}>{EMPTY[state]}</p>
      ) : (
        <table className={css.table}>
          <caption className="visually-hidden">Pedidos de aprobación</caption>
          <thead>
            <tr>
              <th scope="col">Pedido</th>
              <th scope="col" className={css.facts}>
                Cómo está
              </th>
              <th scope="col" className={css.facts}>
                Cómo quedaría
              </th>
              <th scope="col">Por qué</th>
              <th scope="col">Estado</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ApprovalRow key={row.id} row={row} {...acts} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function ApprovalRow({
  row,
  isBusy,
  onDecide,
  onReject,
}: Omit<TableProps, 'rows' | 'state'> & { row: Approval }) {
  return (
    <tr>
      <th scope="row">
        {actionName(row.action)}: {subjectName(row)}
        <span className={css.minor}>
          {row.country && `${countryName(row.country)}. `}
          {row.requested_by}, <When at={row.requested_at} />
          {row.state === 'pending' && (
            <>
              . Vence <When at={row.expires_at} />
            </>
          )}
        </span>
      </th>
      <td>
        <Facts json={row.before} />
      </td>
      <td>
        <Facts json={row.after} />
        {row.evidence_uses.length > 0 && (
          <Notice tone="late">
            Este comprobante ya se usó:{' '}
            {row.evidence_uses.map(({ subject_name, by }) => `${subject_name}, por ${by}`).join('; ')}.
          </Notice>
        )}
        {row.personal && (row.decidable || row.own) && row.state === 'pending' && <Whole row={row} />}
        {row.action === 'POST /api/staff/money/files' && row.state === 'pending' && (
          <SettlementLines approval={row.id} />
        )}
      </td>
      <td>
        {reasonName(row.reason_code)}
        <span className={css.minor}>{row.reason}</span>
      </td>
      <td>
        <Tag tone={tones[row.state]}>{APPROVAL_NAMES[row.state]}</Tag>
        {row.decided_by && <span className={css.minor}>{row.decided_by}</span>}
        <div className={css.row}>
          {row.decidable && (
            <>
              <Button small busy={isBusy} onClick={() => onDecide(row.id, 'approve')}>
                Aprobar
              </Button>
              <Button kind="ghost" small onClick={() => onReject(row)}>
                Rechazar
              </Button>
            </>
          )}
          {row.own && row.state === 'pending' && (
            <Button kind="ghost" small busy={isBusy} onClick={() => onDecide(row.id, 'withdraw')}>
              Retirar
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** Reveals the masked values above; each use is recorded. */
function Whole({ row }: { row: Approval }) {
  const show = useMutation({
    mutationFn: async () =>
      (await call('POST /api/staff/approvals/{id}/show', { params: { id: row.id } })).body,
  });
  if (show.data !== undefined) return <Facts json={show.data} />;
  return (
    <>
      <button
        type="button"
        className={css.link}
        aria-label={`Ver completo: ${subjectName(row)}`}
        onClick={() => show.mutate()}
      >
        Ver completo
      </button>
      <Trouble error={show.error} />
    </>
  );
}

function Facts({ json }: { json: string }) {
  return (
    <ul>
      {factGroups(json).map(({ line, members }) => (
        <li key={line}>
          {line}
          {members.map((member) => (
            <span key={member} className={css.minor}>
              {member}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface RejectDialogProps {
  approval: Approval;
  onClose: () => void;
  onDone: (message: string) => void;
}

function RejectDialog({ approval, ...part }: RejectDialogProps) {
  return (
    <WordsDialog
      {...part}
      title={`Rechazar: ${actionName(approval.action)}, ${subjectName(approval)}`}
      action="Rechazar"
      kind="danger"
      write={(body) => call('POST /api/staff/approvals/{id}/reject', { params: { id: approval.id }, body })}
      said={answered}
    />
  );
}

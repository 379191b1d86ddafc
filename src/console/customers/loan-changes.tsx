import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { CHANGE_KINDS, CHANGE_REASON_NAMES, type ChangeKind } from '../../words/money.ts';
import { when } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { MoneyDialog, type MoneyDialogProps } from '../money/money-dialog.tsx';
import { allows, useMe } from '../session.ts';
import { Said } from '../ui/list-parts.tsx';
import page from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { When } from '../ui/when.tsx';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';
import { ALL_KINDS, ChangeDialog, limitsText } from './change-dialog.tsx';
import type { Changes } from './texts.ts';
import css from './customers.module.css';

type Action = Changes['actions'][number];

type Chosen =
  | { readonly kind: 'change'; readonly change: ChangeKind }
  | { readonly kind: 'undo'; readonly action: Action }
  | { readonly kind: 'withdraw' };

interface LoanChangesProps {
  loan: { readonly id: string };
  /** Changes that this page has; by default all. */
  kinds?: readonly ChangeKind[];
  isOpenFirst?: boolean;
  /** Called after a change, with its message. */
  onChanged?: () => void;
}

/** Changes of a loan since its confirmation, and what may be changed; loaded when it is opened. */
export function LoanChanges({ loan, kinds = ALL_KINDS, isOpenFirst = false, onChanged }: LoanChangesProps) {
  const me = useMe();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(isOpenFirst);
  const [chosen, setChosen] = useState<Chosen>();
  const [said, setSaid] = useState('');
  const queryKey = ['loan-changes', loan.id];
  const { data, error, isPending } = useQuery({
    queryKey,
    queryFn: async () =>
      (await call('GET /api/staff/loans/{id}/changes', { params: { id: loan.id } })).result,
    enabled: isOpen,
    gcTime: 0,
  });
  if (!allows(me, 'GET /api/staff/loans/{id}/changes')) return null;
  const refresh = () => void queryClient.invalidateQueries({ queryKey });
  const dialog: MoneyDialogProps = {
    onClose: () => setChosen(undefined),
    onDone: (message) => {
      setChosen(undefined);
      setSaid(message);
      refresh();
      onChanged?.();
    },
    onStale: refresh,
  };
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={page.summary}>Cambios del préstamo {loan.id}</summary>
      <Said message={said} />
      {isOpen && isPending && <SkeletonGroup label="Buscando los cambios…" shapes={['line', 'line']} />}
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {data && <Content changes={data} kinds={kinds} onChoose={setChosen} />}
      {data && chosen?.kind === 'change' && <ChangeDialog {...dialog} changes={data} kind={chosen.change} />}
      {data && chosen?.kind === 'undo' && <UndoDialog {...dialog} changes={data} action={chosen.action} />}
      {data && chosen?.kind === 'withdraw' && <WithdrawDialog {...dialog} changes={data} />}
    </details>
  );
}

/** Today's debt by component, and the loan's days late and class. */
function factsOf({ owed, overdue, days_late: late, class: of, currency }: Changes) {
  return [
    ['Cancelarlo hoy', money(owed.total, currency)],
    ['Capital', money(owed.principal, currency)],
    ['Intereses', money(owed.interest, currency)],
    ['Cargos', money(owed.charges, currency)],
    ['Mora', money(owed.default_interest, currency)],
    ['Vencido', money(overdue, currency)],
    ['Días de atraso', String(late)],
    ['Clase', String(of)],
  ] as const;
}

interface ContentProps {
  changes: Changes;
  kinds: readonly ChangeKind[];
  onChoose: (chosen: Chosen) => void;
}

function Content({ changes, kinds, onChoose }: ContentProps) {
  const me = useMe();
  const inMoney = (units: number) => money(units, changes.currency);
  const mayChange = allows(me, 'POST /api/staff/loans/{id}/changes');
  return (
    <div className={css.changes}>
      <dl className={css.figures}>
        {factsOf(changes).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {changes.plan && (
        <p>
          Plan ofrecido por {changes.plan.by} hasta el {changes.plan.until}:{' '}
          {changes.plan.figures.rows.length} cuotas, en total {inMoney(changes.plan.figures.total)}.{' '}
          {allows(me, 'POST /api/staff/loans/{id}/plan/withdraw') && (
            <button type="button" className={page.link} onClick={() => onChoose({ kind: 'withdraw' })}>
              Retirar el plan
            </button>
          )}
        </p>
      )}
      <History changes={changes} onUndo={(action) => onChoose({ kind: 'undo', action })} />
      {changes.waiting && (
        <Notice tone="late" title={`Espera aprobación: ${changes.waiting.text}`}>
          Lo pidió {changes.waiting.by}, <When at={changes.waiting.at} />. Hasta que otra persona lo decida no
          cambia nada, y no se puede pedir otro cambio.
        </Notice>
      )}
      {changes.refusal !== '' && <p className={css.none}>{changes.refusal}</p>}
      {mayChange && changes.refusal === '' && !changes.waiting && (
        <>
          <p>{limitsText(changes)}</p>
          <div className={page.row}>
            {kinds.map((kind) => (
              <Button
                key={kind}
                kind="ghost"
                small
                onClick={() => onChoose({ kind: 'change', change: kind })}
              >
                {CHANGE_KINDS[kind].name}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function History({ changes, onUndo }: { changes: Changes; onUndo: (action: Action) => void }) {
  const me = useMe();
  if (changes.actions.length === 0) return <p className={css.none}>No tuvo cambios.</p>;
  return (
    <ul>
      {changes.actions.map((action) => (
        <li key={action.id}>
          {action.on}: {action.text} {action.undone && <Tag tone="off">Deshecho</Tag>}
          <span className={page.minor}>
            {decidedBy(action)}. {CHANGE_REASON_NAMES[action.reason_code as keyof typeof CHANGE_REASON_NAMES]}
            {action.decided.reason && `: ${action.decided.reason}`}
            {action.undone &&
              `. Lo deshizo ${action.undone.by} el ${when(action.undone.at)}: ${action.undone.reason}`}
          </span>
          {!action.undone &&
            !changes.waiting &&
            allows(me, 'POST /api/staff/loans/{id}/changes/{action}/undo') && (
              <button
                type="button"
                className={page.link}
                aria-label={`Deshacer: ${action.text}`}
                onClick={() => onUndo(action)}
              >
                Deshacer
              </button>
            )}
        </li>
      ))}
    </ul>
  );
}

function decidedBy({ decided, accepted_by }: Action): string {
  const people = [decided.by, decided.approved_by].filter(Boolean).join(' y ');
  const accepted = accepted_by === '' ? '' : 'la persona lo aceptó con un código';
  const who = [people && `lo decidió ${people}`, accepted].filter(Boolean).join('; ');
  return `${when(decided.at)}, ${who}`;
}

function UndoDialog({ changes, action, ...dialog }: MoneyDialogProps & { changes: Changes; action: Action }) {
  const reason = useReason(CHANGE_REASON_NAMES, 'our-error');
  return (
    <MoneyDialog
      {...dialog}
      title="Deshacer el cambio"
      done="Listo: el cambio quedó sin efecto."
      write={(query) =>
        call('POST /api/staff/loans/{id}/changes/{action}/undo', {
          params: { id: changes.loan, action: action.id },
          query,
          version: changes.version,
          body: reason.body,
        })
      }
    >
      <p>
        {action.on}: {action.text}. El préstamo queda como si no se hubiera hecho, y puede volver a deber más.
        Lo tiene que aprobar otra persona y se le avisa por mail.
      </p>
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}

function WithdrawDialog({ changes, ...dialog }: MoneyDialogProps & { changes: Changes }) {
  return (
    <ReasonDialog
      {...dialog}
      title="Retirar el plan"
      action="Retirar"
      names={CHANGE_REASON_NAMES}
      first="asked"
      write={(body) =>
        call('POST /api/staff/loans/{id}/plan/withdraw', {
          params: { id: changes.loan },
          version: changes.version,
          body,
        })
      }
      said={answered}
    >
      <p>La persona ya no lo ve en su cuenta. Lo que debe no cambia.</p>
    </ReasonDialog>
  );
}

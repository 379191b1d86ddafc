import { useMutation } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { askedOf, changesOf, headingOf, subjectLink, type Approval } from '../../words/approvals.ts';
import { factGroups, type ChangeRow } from '../../words/facts.ts';
import { subjectName } from '../../words/subject-names.ts';
import { APPROVAL_NAMES, countryName, reasonName } from '../../words/texts.ts';
import { moneyOf } from '../amounts.ts';
import { call } from '../api.ts';
import { CloseJournal } from '../closes/journal.tsx';
import { useMe } from '../session.ts';
import { ChangeTable, LedgerChange } from '../ui/change.tsx';
import { Link } from '../ui/link.tsx';
import { Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { When } from '../ui/when.tsx';
import own from './approvals.module.css';
import { SettlementLines } from './settlement-lines.tsx';

export const tones = {
  pending: 'late',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'off',
  expired: 'off',
  obsolete: 'off',
} as const;

const SETTLEMENT = 'POST /api/staff/money/files';
const CLOSE = 'POST /api/staff/closes/{id}/close';

interface CardProps {
  row: Approval;
  /** False in a list of one state. */
  isStateShown: boolean;
  isBusy: boolean;
  onApprove: () => void;
  onReject: () => void;
  onWithdraw: () => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * One request with everything that its approver signs: the change, the requester, the reason and the
 * evidence.
 */
export function RequestCard({
  row,
  isStateShown,
  isBusy,
  onApprove,
  onReject,
  onWithdraw,
  onKey,
}: CardProps) {
  const me = useMe();
  const id = useId();
  const waits = row.state === 'pending';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={own.card}
      aria-labelledby={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-request={row.id}
      onKeyDown={onKey}
    >
      <header className={own.cardHead}>
        <div>
          <h2 id={id}>{headingOf(row)}</h2>
          <p className={css.minor}>
            {row.country && `${countryName(row.country)}. `}Lo pidió {row.requested_by},{' '}
            <When at={row.requested_at} />
            {waits && (
              <>
                . Vence <When at={row.expires_at} />
              </>
            )}
          </p>
        </div>
        {row.amount !== null && row.currency && (
          <strong className={own.amount}>{moneyOf(row.amount, row.currency, me.countries.length > 1)}</strong>
        )}
      </header>
      <div className={own.parts}>
        <Changes row={row} />
        <Why row={row} />
      </div>
      {row.action === CLOSE && ['pending', 'approved'].includes(row.state) && (
        <CloseJournal id={row.subject.replace('close:', '')} />
      )}
      {row.action === SETTLEMENT && row.state === 'pending' && <SettlementLines approval={row.id} />}
      <footer className={own.foot}>
        {isStateShown && <State row={row} />}
        {row.decidable && (
          <>
            <Button small busy={isBusy} onClick={onApprove}>
              Aprobar
            </Button>
            <Button kind="ghost" small onClick={onReject}>
              Rechazar
            </Button>
          </>
        )}
        {row.own && waits && (
          <Button kind="ghost" small busy={isBusy} onClick={onWithdraw}>
            Retirar
          </Button>
        )}
      </footer>
    </article>
  );
}

/** Reasons, evidence, and where the request's subject is. */
function Why({ row }: { row: Approval }) {
  const link = subjectLink(row);
  return (
    <div className={own.why}>
      {row.reason !== '' && (
        <p>
          <strong>{reasonName(row.reason_code) || 'Por qué'}</strong>
          <span className={own.words}>{row.reason}</span>
        </p>
      )}
      <Evidence row={row} />
      <p className={css.row}>
        {row.customer !== '' && (
          <Link to={`/clientes/${row.customer}`} className={css.link}>
            {row.person || `Cliente ${row.customer}`}
          </Link>
        )}
        {link && link.to !== `/clientes/${row.customer}` && (
          <Link to={link.to} className={css.link}>
            {link.name}
          </Link>
        )}
      </p>
    </div>
  );
}

function State({ row }: { row: Approval }) {
  return (
    <p className={own.state}>
      <Tag tone={tones[row.state]}>{APPROVAL_NAMES[row.state]}</Tag>
      {row.decided_by && ` ${row.decided_by}`}
      {row.decided_at && (
        <span className={css.minor}>
          <When at={row.decided_at} />
        </span>
      )}
      {row.closed_because && <span className={own.words}>{row.closed_because}</span>}
    </p>
  );
}

/** A debt has grown since a request was made: its figures are those of then. */
const HEADS = { before: 'Al pedirlo', after: 'Con el cambio' } as const;

function Changes({ row }: { row: Approval }) {
  const { changes, context, ledger } = changesOf(row);
  const { effect } = askedOf(row);
  return (
    <div className={own.changes}>
      {effect && <p>{effect}</p>}
      {changes.length > 0 && <ChangeTable rows={changes} heads={HEADS} />}
      <Context rows={context} />
      {row.personal && (row.decidable || row.own) && row.state === 'pending' && <Whole row={row} />}
      {ledger.length > 0 && <LedgerChange rows={ledger} heads={HEADS} />}
    </div>
  );
}

/** Facts that the request does not change. */
function Context({ rows }: { rows: readonly ChangeRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className={own.context}>
      {rows.map(({ key, name, before }) => (
        <li key={key}>
          {name}: {before}
        </li>
      ))}
    </ul>
  );
}

/** Receipts: pictures in place, the rest in a tab of its own; each view is recorded. */
function Evidence({ row }: { row: Approval }) {
  const me = useMe();
  const [shown, setShown] = useState<string>();
  if (!me.calls.includes('GET /api/staff/files/{id}') && row.evidence.length > 0)
    return <p className={css.minor}>Tiene un comprobante, que tu rol no abre.</p>;
  return (
    <>
      {row.evidence.map(({ id, name, type }) => (
        <div key={id}>
          <p className={css.row}>
            {type.startsWith('image/') && (
              <button
                type="button"
                className={css.link}
                aria-expanded={shown === id}
                onClick={() => setShown(shown === id ? undefined : id)}
              >
                {shown === id ? 'Ocultar' : 'Ver'} {name}
              </button>
            )}
            <a className={css.link} href={`/api/staff/files/${id}`} target="_blank" rel="noreferrer">
              Abrir {name}
            </a>
          </p>
          {shown === id && (
            <img className={own.picture} src={`/api/staff/files/${id}`} alt={`Comprobante ${name}`} />
          )}
        </div>
      ))}
      {row.evidence_uses.length > 0 && (
        <Notice tone="late">
          Este comprobante ya se usó:{' '}
          {row.evidence_uses.map(({ subject_name, by }) => `${subject_name}, por ${by}`).join('; ')}.
        </Notice>
      )}
    </>
  );
}

/** Reveals the masked values; each use is recorded. */
function Whole({ row }: { row: Approval }) {
  const show = useMutation({
    mutationFn: async () =>
      (await call('POST /api/staff/approvals/{id}/show', { params: { id: row.id } })).body,
  });
  if (show.data !== undefined)
    return (
      <ul className={own.context}>
        {factGroups(show.data).map(({ line, members }) => (
          <li key={line}>{[line, ...members].join(' ')}</li>
        ))}
      </ul>
    );
  return (
    <>
      <p>
        <button
          type="button"
          className={css.link}
          aria-label={`Ver completo: ${subjectName(row)}`}
          onClick={() => show.mutate()}
        >
          Ver completo
        </button>
      </p>
      <Trouble error={show.error} />
    </>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Button } from '../../ui/button.tsx';
import { money } from '../amounts.ts';
import { loanState, wayName } from '../../words/names.ts';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { countryName, when } from '../../words/texts.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import own from './money.module.css';
import { ReturnDialog } from './return-dialog.tsx';
import { FindLoan, RequestField, requestName, TargetFacts, targetName } from './target-fields.tsx';
import {
  KIND_NAMES,
  WHY_NAMES,
  type Suggestion,
  type Target,
  type Waiting,
  MATCH_NAMES,
} from '../../words/money.ts';
import { Table } from '../ui/list.tsx';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { MoneyDialog, type MoneyDialogProps } from './money-dialog.tsx';
import { Waits } from '../ui/waits.tsx';

/** Books money that led nowhere on the loan that it is for. */
function MatchDialog({ row, target, ...dialog }: MoneyDialogProps & { row: Waiting; target: Target }) {
  const exact = target.requests.find(({ amount }) => amount === row.amount);
  const [request, setRequest] = useState(exact?.id ?? '');
  const reason = useReason(MATCH_NAMES, 'receipt');
  return (
    <MoneyDialog
      {...dialog}
      title={`Aplicar ${money(row.amount, row.currency)}`}
      done={`Listo: el dinero ya es un pago del ${targetName(target)}.`}
      chosen={`Al ${targetName(target)}, ${requestName(target, request)}.`}
      write={(query) =>
        call('POST /api/staff/money/unmatched/{id}/match', {
          params: { id: row.id },
          query,
          version: row.version,
          body: {
            loan: target.loan,
            ...(request ? { request } : {}),
            books: target.books,
            ...reason.body,
          },
        })
      }
    >
      <TargetFacts target={target} />
      <RequestField target={target} request={request} onChange={setRequest} />
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}

/** Unmatched money: its details, and the loans it may belong to. */
export function WaitingPage({ id }: { id: string }) {
  const me = useMe();
  const queries = useQueryClient();
  const [target, setTarget] = useState<Target>();
  const [applied, setApplied] = useState<Target>();
  const [isReturning, setReturning] = useState(false);
  const [said, setSaid] = useState('');
  const read = useQuery({
    queryKey: ['money', 'unmatched', id],
    queryFn: async () => (await call('GET /api/staff/money/unmatched/{id}', { params: { id } })).result,
    retry: false,
  });
  const close = () => {
    setTarget(undefined);
    setReturning(false);
  };
  const done = (message: string) => {
    close();
    setSaid(message);
    void queries.invalidateQueries({ queryKey: ['money'] });
  };
  const match = (message: string) => {
    setApplied(target);
    done(message);
  };
  const dialog = { onClose: close, onDone: done, onStale: () => void read.refetch() };
  const row = read.data;
  const mayAct =
    row?.kind !== 'short' &&
    row?.asked_by === '' &&
    !read.error &&
    allows(me, 'POST /api/staff/money/unmatched/{id}/match');
  return (
    <>
      <PageHead title={row ? `Operación ${row.report_id}` : 'Dinero sin identificar'}>
        {row && mayAct && (
          <Button kind="ghost" small onClick={() => setReturning(true)}>
            Devolver a quien pagó
          </Button>
        )}
      </PageHead>
      <p className={css.said}>
        <Link to="/dinero" className={css.link}>
          Volver a Dinero que entra
        </Link>
      </p>
      <Said message={said} />
      {applied && allows(me, 'GET /api/staff/customers/{id}') && (
        <p className={css.said}>
          <Link to={`/clientes/${applied.customer}`} className={css.link}>
            Ver la ficha de {applied.person || `cliente ${applied.customer}`}, préstamo {applied.loan}
          </Link>
        </p>
      )}
      {/* Once it is done there is nothing left to be read. */}
      {said === '' && <ReadTrouble read={read} />}
      {read.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {row && !read.error && (
        <>
          <Facts row={row} />
          <h2 className={own.heading}>De quién puede ser</h2>
          <Suggestions rows={row.suggestions} mayAct={mayAct} onChoose={setTarget} />
          {mayAct && <FindLoan country={row.country} onFound={setTarget} />}
          {target && <MatchDialog key={target.loan} row={row} target={target} {...dialog} onDone={match} />}
          {isReturning && <ReturnDialog row={row} {...dialog} />}
        </>
      )}
    </>
  );
}

function Facts({ row }: { row: Waiting }) {
  const facts: readonly [string, string][] = [
    ['Importe', money(row.amount, row.currency)],
    ['Red o banco', `${wayName(row.source)}, ${countryName(row.country)}`],
    ['Referencia', row.reference || 'Sin referencia'],
    ['Texto de quien pagó', row.text || 'Sin texto'],
    ['Pagado', row.paid_on],
    ['Llegó', when(row.reported_at)],
  ];
  return (
    <>
      <p className={own.heading}>
        <Tag tone={row.kind === 'short' ? 'bad' : 'late'}>{KIND_NAMES[row.kind]}</Tag>{' '}
        <Waits by={row.asked_by} />
      </p>
      <dl className={own.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={own.pair}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface SuggestionsProps {
  rows: readonly Suggestion[];
  mayAct: boolean;
  onChoose: (target: Target) => void;
}

function Suggestions({ rows, mayAct, onChoose }: SuggestionsProps) {
  if (rows.length === 0)
    return (
      <p className={css.empty}>
        Nada coincide. Buscá el préstamo por su número, el nombre o el documento, o devolvelo.
      </p>
    );
  return (
    <Table
      caption="Préstamos sugeridos, el más probable primero"
      columns={['Quién', 'Préstamo', 'Coincide', ['Para pagar hoy', css.number], 'Acciones']}
    >
      {rows.map((row) => (
        <tr key={row.loan}>
          <th scope="row">
            {row.person || 'Sin nombre'}
            <span className={css.minor}>Documento {row.document}</span>
          </th>
          <td>
            {row.loan}
            <span className={css.minor}>{loanState(row.state)}</span>
          </td>
          <td>{row.why.map((each) => WHY_NAMES[each]).join(', ')}</td>
          <td className={css.number}>{money(row.due_today, row.currency)}</td>
          <td>
            {mayAct && (
              <Button small aria-label={`Aplicar al préstamo ${row.loan}`} onClick={() => onChoose(row)}>
                Aplicar
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

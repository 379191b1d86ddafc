import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import type { OutputOf } from '../../contract/contract.ts';
import { classes } from '../../ui/classes.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { PAGES } from '../pages.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { Link } from '../ui/link.tsx';
import { NotRead, Said } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Views } from '../ui/views.tsx';
import { ContradictionsList } from './contradictions-list.tsx';
import { DaysList } from './days-list.tsx';
import { CloseDialog, DropDialog, RetryDialog, RunDialog, WaiveDialog, type Doing } from './dialogs.tsx';
import { DifferencesList } from './differences-list.tsx';
import { FailedList } from './failed-list.tsx';
import { OrderContradictionsList } from './order-contradictions-list.tsx';
import own from './operation.module.css';
import { ageText, didText, JOB_NAMES, waitingText } from '../../words/operation.ts';
import { When } from '../ui/when.tsx';

type Overview = OutputOf<'GET /api/staff/operation'>;
type View = 'fallas' | 'dias' | 'diferencias' | 'contradicciones' | 'en-contradiccion';

const VIEW_NAMES: Readonly<Record<View, string>> = {
  fallas: 'Fallas',
  dias: 'Trabajo de cada día',
  diferencias: 'Diferencias',
  contradicciones: 'Contradicciones',
  'en-contradiccion': 'Envíos en contradicción',
};
const countedTo = 1_000;

/** Background work, for operators. */
export function OperationPage() {
  const queries = useQueryClient();
  const [filters] = useFilters<FilterName<'/operacion'>>();
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const given = filters.get('vista') as View | null;
  const view = given && given in VIEW_NAMES ? given : 'fallas';
  const overview = useQuery({
    queryKey: ['operation', 'overview'],
    queryFn: () => call('GET /api/staff/operation', { query: {} }),
    refetchInterval: 15_000,
  });
  const again = () => void queries.invalidateQueries({ queryKey: ['operation'] });
  const dialog = {
    onClose: () => setDoing(undefined),
    onDone: (message: string) => {
      setDoing(undefined);
      setSaid(message);
      again();
    },
    onStale: again,
  };
  return (
    <>
      <PageHead title="Operación" />
      <NotRead what="Lo que espera y los controles" error={overview.error} />
      {overview.isPending && <SkeletonGroup label="Cargando los controles…" shapes={['block', 'block']} />}
      {overview.data && <Cards overview={overview.data} now={Date.parse(overview.data.at)} />}
      <Views
        names={VIEW_NAMES}
        view={view}
        search={filters}
        countedTo={countedTo}
        without={['tipo', 'estado']}
        counts={
          overview.data && {
            fallas: overview.data.failed,
            dias: overview.data.days,
            diferencias: overview.data.differences,
            contradicciones: overview.data.contradictions,
            'en-contradiccion': overview.data.order_contradictions,
          }
        }
      />
      <Said message={said} />
      {view === 'fallas' && <FailedList onDo={setDoing} />}
      {view === 'dias' && <DaysList onDo={setDoing} />}
      {view === 'diferencias' && <DifferencesList onDo={setDoing} />}
      {view === 'contradicciones' && <ContradictionsList onDo={setDoing} />}
      {view === 'en-contradiccion' && (
        <OrderContradictionsList onDone={dialog.onDone} onStale={dialog.onStale} />
      )}
      {doing?.what === 'retry' && <RetryDialog failed={doing.failed} {...dialog} />}
      {doing?.what === 'drop' && <DropDialog failed={doing.failed} {...dialog} />}
      {doing?.what === 'run' && <RunDialog run={doing.run} {...dialog} />}
      {doing?.what === 'close' && <CloseDialog difference={doing.difference} {...dialog} />}
      {doing?.what === 'waive' && <WaiveDialog contradiction={doing.contradiction} {...dialog} />}
    </>
  );
}

function Cards({ overview, now }: { overview: Overview; now: number }) {
  return (
    <>
      <div className={own.cards}>
        <Card title="Mensajes por salir" rows={overview.messages} now={now} none="No espera ninguno." />
        <Card
          title="Envíos y devoluciones sin terminar"
          rows={overview.pay_outs}
          now={now}
          none="Ninguno."
          views={PAYOUT_VIEWS}
        />
        <Card title="Cobros con tarjeta sin respuesta" rows={overview.charges} now={now} none="Ninguno." />
      </div>
      <Checks checks={overview.checks} />
    </>
  );
}

/** Daily checks; on a phone folded while all are well, because the lists are below. */
function Checks({ checks }: Pick<Overview, 'checks'>) {
  const alarming = checks.filter((run) => run.alarming).length;
  const fine = checks.length - alarming;
  const summary = [alarming > 0 && `${alarming} mal`, fine > 0 && `${fine} bien`].filter(Boolean).join(', ');
  const [isOpen] = useState(() => alarming > 0 || window.matchMedia('(width >= 40rem)').matches);
  return (
    <section className={classes(own.card, own.wide)} aria-label="Controles">
      <details open={isOpen}>
        <summary>
          <h2>Controles</h2> {summary || 'Todavía no corrió ninguno.'}
        </summary>
        <ul>
          {checks.map((run) => (
            <li key={`${run.job}-${run.country}`}>
              <Tag tone={run.alarming ? 'bad' : 'good'}>{run.alarming ? 'Mal' : 'Bien'}</Tag>{' '}
              {JOB_NAMES[run.job]}
              {run.job === 'seal-check' ? '' : `, ${countryName(run.country)}`}
              <small>
                {didText(run.did)}
                <br />
                <When at={run.finished_at} />
              </small>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

interface CardProps {
  title: string;
  rows: Overview['messages'];
  now: number;
  none: string;
  /** Page and view that list each kind. */
  views?: Readonly<Record<string, readonly [page: string, view: string]>>;
}

const PAYOUT_VIEWS = {
  held: ['/envios', 'held'],
  planned: ['/envios', 'planned'],
  sent: ['/envios', 'sent'],
  unknown: ['/envios', 'unknown'],
  refund: ['/dinero', 'devoluciones'],
} as const;

function Card({ title, rows, now, none, views = {} }: CardProps) {
  const me = useMe();
  const isOpen = (page: string) => {
    const entry = PAGES.find(({ path }) => path === page);
    return entry !== undefined && (entry.call === undefined || allows(me, entry.call));
  };
  const addressOf = ({ kind, country }: Overview['messages'][number]): string | undefined => {
    const [page, view] = views[kind] ?? [];
    return page !== undefined && isOpen(page) ? `${page}?vista=${view}&pais=${country}` : undefined;
  };
  return (
    <section className={classes(own.card, rows.length === 0 && own.none)} aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 && <p>{none}</p>}
      <ul>
        {rows.map((row) => {
          const address = addressOf(row);
          return (
            <li key={`${row.country}-${row.kind}`}>
              {address === undefined ? (
                <strong>{waitingText(row.kind, row.count)}</strong>
              ) : (
                <Link to={address}>{waitingText(row.kind, row.count)}</Link>
              )}
              , {countryName(row.country)}
              <small>El más viejo, de hace {ageText(row.oldest_at, now)}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

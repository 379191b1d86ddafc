import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { NotRead, Said } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Views } from '../ui/views.tsx';
import { CreditsView } from './credits-view.tsx';
import { FilesView } from './files-view.tsx';
import { ManualDialog } from './manual-dialog.tsx';
import { MembershipsView } from './memberships-view.tsx';
import own from './money.module.css';
import { PaymentsView } from './payments-view.tsx';
import { RefundsView } from './refunds-view.tsx';
import { VIEW_NAMES, type View } from '../../words/money.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { WaitingView } from './waiting-view.tsx';

const VIEWS = Object.keys(VIEW_NAMES) as View[];
/** Filters of one view that another does not have; the country stays. */
const ELSEWHERE = ['red', 'antiguedad', 'importe', 'estado', 'referencia'];

/** Incoming money: waiting for a person, its owner, and refunds. */
export function MoneyPage() {
  const [filters] = useFilters<FilterName<'/dinero'>>();
  const me = useMe();
  const queries = useQueryClient();
  const totals = useTotals();
  const [said, setSaid] = useState('');
  const [isBooking, setBooking] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const given = filters.get('vista') as View | null;
  const view = given && VIEWS.includes(given) ? given : 'sin-identificar';
  const done = (message: string) => {
    setBooking(false);
    setUploading(false);
    setSaid(message);
    void queries.invalidateQueries();
  };
  const stale = () => void queries.invalidateQueries();
  const parts: Readonly<Record<View, ReactNode>> = {
    'sin-identificar': <WaitingView />,
    'a-favor': <CreditsView onDone={done} onStale={stale} />,
    devoluciones: <RefundsView onDone={done} onStale={stale} />,
    membresias: <MembershipsView onDone={done} onStale={stale} />,
    pagos: <PaymentsView onDone={done} onStale={stale} />,
    rendiciones: <FilesView />,
  };
  return (
    <>
      <PageHead title="Dinero que entra">
        {allows(me, 'POST /api/staff/money/payments') && (
          <Button kind="ghost" small onClick={() => setBooking(true)}>
            Cargar un pago
          </Button>
        )}
        {allows(me, 'POST /api/staff/money/files') && (
          <Button kind="ghost" small onClick={() => setUploading(true)}>
            Subir una rendición
          </Button>
        )}
      </PageHead>
      <Totals totals={totals} />
      <Views
        names={VIEW_NAMES}
        view={view}
        search={filters}
        without={ELSEWHERE}
        countedTo={1_000}
        counts={
          totals.data && {
            'sin-identificar': sumOf(totals.data.map(({ unidentified }) => unidentified.count)),
            'a-favor': sumOf(totals.data.map(({ credit }) => credit.count)),
          }
        }
      />
      <Said message={said} />
      {parts[view]}
      {isUploading && <UploadDialog onClose={() => setUploading(false)} onDone={done} />}
      {isBooking && <ManualDialog onClose={() => setBooking(false)} onDone={done} onStale={stale} />}
    </>
  );
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, each) => sum + each, 0);

const useTotals = () =>
  useQuery({
    queryKey: ['money', 'totals'],
    queryFn: async () => (await call('GET /api/staff/money/totals')).result,
    refetchInterval: 60_000,
  });

/** Balances of the suspense accounts that are not zero, compared with the lists. */
function Totals({ totals }: { totals: ReturnType<typeof useTotals> }) {
  const rows = totals.data ?? [];
  const isUneven = rows.some(
    ({ unidentified, credit }) =>
      unidentified.ledger !== unidentified.listed || credit.ledger !== credit.listed,
  );
  return (
    <>
      <NotRead what="Los totales" error={totals.error} />
      {totals.isPending && <SkeletonGroup label="Cargando los totales…" shapes={['line', 'line']} />}
      {isUneven && (
        <Notice tone="bad">
          El libro y las listas no dan lo mismo: avisale a contaduría antes de seguir.
        </Notice>
      )}
      <dl className={own.totals}>
        {rows.map(({ country, currency, unidentified, credit, on_its_way: onItsWay }) => {
          const sums = [
            ['sin identificar', unidentified.ledger],
            ['a favor de clientes', credit.ledger],
            ['en camino de vuelta', onItsWay],
          ] as const;
          const shown = sums.filter(([, sum]) => sum !== 0);
          return (
            <div key={country} className={own.total}>
              <dt>{countryName(country)}</dt>
              {shown.length === 0 && <dd className={own.nothing}>nada pendiente</dd>}
              {shown.map(([name, sum]) => (
                <dd key={name}>
                  <strong>{money(sum, currency)}</strong> {name}
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
    </>
  );
}

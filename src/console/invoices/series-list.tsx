import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import type { MoneyDialogProps } from '../money/money-dialog.tsx';
import { allows, useMe } from '../session.ts';
import {
  INVOICE_KINDS,
  RESUME_SERIES_NAMES,
  resumedText,
  stoppedName,
  type InvoiceSeries,
} from '../../words/invoices.ts';
import { countryName } from '../../words/texts.ts';
import { Table } from '../ui/list.tsx';
import { NotRead } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { When } from '../ui/when.tsx';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';

interface Props {
  country: InvoiceSeries['country'] | undefined;
  onDone: (message: string) => void;
  onStale: () => void;
}

/** Number series, each with its last number, waiting documents and state. */
export function SeriesList({ country, onDone, onStale }: Props) {
  const me = useMe();
  const [resuming, setResuming] = useState<InvoiceSeries>();
  const query = country ? { country } : {};
  const series = useQuery({
    queryKey: ['invoices', 'series', query],
    queryFn: async () => (await call('GET /api/staff/invoices/series', { query })).result,
    refetchInterval: 30_000,
  });
  const mayResume = allows(me, 'POST /api/staff/invoices/series/{id}/resume');
  const rows = series.data ?? [];
  return (
    <>
      <NotRead what="Los números" error={series.error} />
      {series.isPending && <SkeletonGroup label="Cargando la numeración…" shapes={['block']} />}
      {rows.length > 0 && (
        <Table
          caption="Numeración"
          columns={['Serie', ['Último', css.number], ['Esperan', css.number], 'Estado']}
        >
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {INVOICE_KINDS[row.kind]}
                <span className={css.minor}>{placeName(row)}</span>
              </th>
              <td className={css.number}>{row.last ?? 'Sin consultar'}</td>
              <td className={css.number}>{row.waiting}</td>
              <td className={css.brief}>
                <Tag tone={row.stopped ? 'bad' : row.failure ? 'late' : 'good'}>
                  {row.stopped ? 'Parada' : row.failure ? 'Sin respuesta' : 'En marcha'}
                </Tag>
                {row.stopped && <span className={css.minor}>{stoppedName(row.stopped)}</span>}
                {row.oldest_at && (
                  <span className={css.minor}>
                    La más vieja espera desde <When at={row.oldest_at} />
                  </span>
                )}
                {row.stopped && mayResume && (
                  <div className={css.row}>
                    <Button kind="ghost" small onClick={() => setResuming(row)}>
                      Reanudar<span className="visually-hidden"> {seriesName(row)}</span>
                    </Button>
                  </div>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {resuming && (
        <ResumeDialog
          series={resuming}
          onClose={() => setResuming(undefined)}
          onDone={(message) => {
            setResuming(undefined);
            onDone(message);
          }}
          onStale={onStale}
        />
      )}
    </>
  );
}

const placeName = ({ point_of_sale: point, country }: InvoiceSeries) =>
  `Punto de venta ${point}, ${countryName(country)}`;

const seriesName = (series: InvoiceSeries) =>
  `${INVOICE_KINDS[series.kind]}, ${placeName(series).replace('Punto', 'punto')}`;

function ResumeDialog({ series, ...dialog }: MoneyDialogProps & { series: InvoiceSeries }) {
  return (
    <ReasonDialog
      {...dialog}
      title={`Reanudar ${seriesName(series)}`}
      action="Reanudar"
      names={RESUME_SERIES_NAMES}
      first="cause-solved"
      said={answered}
      write={(reason) =>
        call('POST /api/staff/invoices/series/{id}/resume', {
          params: { id: series.id },
          version: series.version,
          body: reason,
        })
      }
    >
      <p>
        {stoppedName(series.stopped)}. {resumedText(series)}
      </p>
    </ReasonDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import { packOf } from '../../countries/index.ts';
import { formatUnits } from '../../domain/format-units.ts';
import { formatMoney, fromUnits } from '../../domain/money.ts';
import { formatPercentExact } from '../../domain/rate.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { numberColumn, Table } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import own from './prices.module.css';
import type { WholeDraft } from '../../words/prices.ts';

type Samples = OutputOf<'GET /api/staff/price-drafts/{id}/samples'>;
type Sample = Samples['result'][number];
type Figures = NonNullable<Sample['present']>;

/** Sample borrower's figures under each of the two lists. */
export function SamplePlans({ draft }: { draft: WholeDraft }) {
  const { min_amount: min, max_amount: max, segments } = draft.table;
  const amounts = [...new Set([min, ...segments.map((each) => each.max_amount), max])].toSorted(
    (a, b) => a - b,
  );
  const [amount, setAmount] = useState(String(amounts[Math.floor(amounts.length / 2)] ?? min));
  const samples = useQuery({
    queryKey: ['price-samples', draft.id, draft.version, amount],
    queryFn: () =>
      call('GET /api/staff/price-drafts/{id}/samples', { params: { id: draft.id }, query: { amount } }),
    retry: false,
    placeholderData: (before) => before,
  });
  return (
    <section className={own.part} aria-labelledby="muestra">
      <h2 id="muestra">Lo que pagaría una persona</h2>
      <div className={css.filters}>
        <label className={css.field}>
          <span>Monto de la muestra</span>
          <select value={amount} onChange={(event) => setAmount(event.target.value)}>
            {amounts.map((each) => (
              <option key={each} value={each}>
                {formatUnits(each, currencyOf(draft))}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ReadTrouble read={samples} />
      {samples.isPending && samples.isFetching && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {samples.data && !samples.error && (
        <>
          <SampleTable title="Sin membresía" samples={samples.data} draft={draft} isMembership={false} />
          <SampleTable title="Con membresía" samples={samples.data} draft={draft} isMembership />
        </>
      )}
    </section>
  );
}

function currencyOf({ country }: WholeDraft) {
  return packOf(country).currency;
}

interface TableProps {
  title: string;
  samples: Samples;
  draft: WholeDraft;
  isMembership: boolean;
}

function SampleTable({ title, samples, draft, isMembership }: TableProps) {
  const currency = currencyOf(draft);
  const money = (units: number) => formatMoney(fromUnits(units), currency);
  const columns: [name: string, show: (figures: Figures) => string][] = [
    ['Cuota', (each) => money(each.payment)],
    ['Total', (each) => money(each.final_amount)],
    ['TEA', (each) => formatPercentExact(each.tea)],
    ['CFTEA', (each) => formatPercentExact(each.cftea)],
  ];
  const rows = samples.result.filter((each) => each.membership === isMembership);
  const shown = (figures: Figures | null) => figures && columns.map(([, show]) => show(figures)).join(' ');
  const differs = ({ present, prepared }: Sample) => shown(present) !== shown(prepared);
  const caption = `${title}, ${formatUnits(samples.amount, currency)}: ${draft.name}${
    rows.some(differs) ? `, y debajo lo que hoy pide ${samples.present_name}` : ''
  }`;
  return (
    <>
      <h3 className={own.caption}>{caption}</h3>
      <Table
        caption={caption}
        frame={caption}
        figures
        columns={['Plan', ...columns.map(([name]) => numberColumn(name))]}
      >
        {rows.map((row) => (
          <tr key={row.instalments}>
            <th scope="row">{row.instalments === 1 ? '1 cuota' : `${row.instalments} cuotas`}</th>
            {columns.map(([name, show]) => (
              <td key={name} className={css.number}>
                <Both
                  present={row.present && show(row.present)}
                  prepared={row.prepared && show(row.prepared)}
                />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </>
  );
}

/** The prepared figure, and below it the present one where it is another. */
function Both({ present, prepared }: { present: string | null; prepared: string | null }) {
  if (present === prepared) return prepared ?? 'No se ofrece';
  return (
    <>
      <span className={own.changed}>{prepared ?? 'No se ofrece'}</span>
      <span className={css.minor}>hoy {present ?? 'no se ofrece'}</span>
    </>
  );
}

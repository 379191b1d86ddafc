import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { money, readUnits } from '../amounts.ts';
import { wayName } from '../../words/names.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter, FilterInput, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { AGE_NAMES, KIND_NAMES, type Waiting } from '../../words/money.ts';
import { Proposals } from './proposals.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';
import { Waits } from '../ui/waits.tsx';

/** Money that led to no loan, the oldest first. */
export function WaitingView() {
  const [filters, setFilter] = useFilters<FilterName<'/dinero'>>();
  const me = useMe();
  const [isProposing, setProposing] = useState(false);
  const written = (filters.get('importe') ?? '').trim();
  const typed = readUnits(written);
  const query = {
    ...(filters.get('pais') ? { country: filters.get('pais') as Waiting['country'] } : {}),
    ...(filters.get('red') ? { source: filters.get('red') ?? '' } : {}),
    ...(filters.get('antiguedad') ? { age: filters.get('antiguedad') as '1' } : {}),
    ...(typed ? { amount: typed } : {}),
  };
  const { list, rows } = useList(['money', 'unmatched', query], 'from', (page) =>
    call('GET /api/staff/money/unmatched', {
      query: { ...query, ...page },
    }),
  );
  const sources = Object.fromEntries(
    (list.data?.pages[0]?.sources ?? []).map((each) => [each, wayName(each)]),
  );
  const props = { filters, setFilter };
  if (isProposing) return <Proposals country={query.country} onClose={() => setProposing(false)} />;
  return (
    <>
      <ListBar
        file="sin-identificar"
        query={query}
        actions={
          allows(me, 'POST /api/staff/money/unmatched/{id}/match') && (
            <Button kind="ghost" small onClick={() => setProposing(true)}>
              Ver sugerencias
            </Button>
          )
        }
      >
        <FilterSelect {...props} name="red" label="Red o banco" options={sources} />
        <CountryFilter {...props} />
        <FilterSelect {...props} name="antiguedad" label="Antigüedad" options={AGE_NAMES} />
        <FilterInput {...props} name="importe" label="Importe" inputMode="decimal" size={10} />
      </ListBar>
      {written !== '' && !typed && (
        <p role="status" className={css.said}>
          {`“${written}” no es un importe: se muestran todos. Escribilo así: 1500,50.`}
        </p>
      )}
      <List list={list}>
        <WaitingTable rows={rows} />
      </List>
    </>
  );
}

function WaitingTable({ rows }: { rows: readonly Waiting[] }) {
  if (rows.length === 0)
    return (
      <Empty
        nothing="No hay dinero sin identificar"
        how="Acá espera el que entra sin un préstamo al que aplicarlo."
      />
    );
  return (
    <Table
      caption="Dinero sin identificar, el más viejo primero"
      columns={['Operación', 'Red o banco', 'Por qué', 'Llegó', ['Importe', css.number]]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link to={`/dinero/${row.id}`} className={css.link}>
              {row.report_id}
            </Link>
            {(row.reference || row.text) && (
              <span className={css.minor}>
                {[row.reference && `Referencia ${row.reference}`, row.text].filter(Boolean).join(' · ')}
              </span>
            )}
          </th>
          <td>
            {wayName(row.source)}, {countryName(row.country)}
          </td>
          <td>
            <Tag tone={row.kind === 'short' ? 'bad' : 'late'}>{KIND_NAMES[row.kind]}</Tag>
            <Waits by={row.asked_by} />
          </td>
          <td>
            <When at={row.reported_at} />
            {!row.reported_at.startsWith(row.paid_on.split('-').toReversed().join('-')) && (
              <span className={css.minor}>Pagado el {row.paid_on}</span>
            )}
          </td>
          <td className={css.number}>{money(row.amount, row.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}

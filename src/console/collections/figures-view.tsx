import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import type { FilterName } from '../../contract/staff/views.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { REFUSAL_NAMES } from '../../words/collection-names.ts';
import type { CaseRow } from '../../words/collections.ts';
import { dayName, rangeName, STARTS } from '../../words/figures.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { useMe } from '../session.ts';
import { FilterSelect, type FilterProps } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { Table } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import own from './collections.module.css';
import { QueueCountry } from './queue-country.tsx';

type Figures = OutputOf<'GET /api/staff/collections/figures'>;
type Figure = Figures['result'][number];

/** Promises kept, people who paid, contacts, and refusals of the contact gate. */
export function FiguresView(props: FilterProps<FilterName<'/cobranzas'>>) {
  const me = useMe();
  const { filters } = props;
  const country = (filters.get('pais') as CaseRow['country'] | null) ?? me.countries[0];
  const query = {
    ...(country ? { country } : {}),
    days: filters.get('dias') === '7' ? ('7' as const) : ('30' as const),
  };
  const figures = useQuery({
    queryKey: ['collection-figures', query],
    queryFn: () => call('GET /api/staff/collections/figures', { query }),
  });
  return (
    <>
      <ListBar file="cobranzas-resultados" query={query}>
        <QueueCountry {...props} />
        <FilterSelect {...props} name="dias" label="Días" options={{ 7: 'Últimos 7' }} all="Últimos 30" />
      </ListBar>
      <ReadTrouble read={figures} />
      {figures.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {figures.data && <ByPerson rows={figures.data.result} closedOn={figures.data.closed_on} />}
      {figures.data && figures.data.refusals.length > 0 && <Refusals refusals={figures.data.refusals} />}
    </>
  );
}

const nameOf = ({ person, late_from: from }: Figure) =>
  person || (from === null ? 'La propia persona' : 'Avisos automáticos');

function ByPerson({ rows, closedOn }: { rows: readonly Figure[]; closedOn: string }) {
  if (rows.length === 0) return <p className={css.empty}>No hubo contactos hasta el último cierre.</p>;
  const numbers = ['Personas', 'Al día', 'Llamadas', 'Mails', 'SMS', 'Promesas', 'Cumplidas', 'No cumplidas'];
  return (
    <>
      <p>Hasta el cierre del {dayName(closedOn)}.</p>
      <Table
        frame="Contactos y promesas"
        caption="Contactos y promesas, por quién los hizo y días de atraso"
        columns={['Quién', 'Atraso', ...numbers.map((name) => [name, css.number] as const)]}
      >
        {rows.map((row) => (
          <tr key={`${row.person} ${row.late_from ?? ''}`}>
            <th scope="row">{nameOf(row)}</th>
            <td>{row.late_from === null ? '—' : rangeName(row.late_from, STARTS)}</td>
            <td className={css.number}>{row.customers}</td>
            <td className={css.number}>{row.cured}</td>
            <td className={css.number}>{row.calls}</td>
            <td className={css.number}>{row.mails}</td>
            <td className={css.number}>{row.texts}</td>
            <td className={css.number}>
              {row.promises}
              {row.promised > 0 && <span className={css.minor}>{money(row.promised, row.currency)}</span>}
            </td>
            <td className={css.number}>{row.kept}</td>
            <td className={css.number}>{row.broken}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Refusals({ refusals }: Pick<Figures, 'refusals'>) {
  return (
    <section aria-labelledby="rechazos" className={own.after}>
      <h2 id="rechazos">Contactos que no se permitieron</h2>
      <Table
        frame="Contactos que no se permitieron"
        caption="Contactos que no se permitieron, por motivo"
        columns={['Motivo', ['Del equipo', css.number], ['Automáticos', css.number]]}
      >
        {refusals.map(({ reason, by_staff: byStaff, by_jobs: byJobs }) => (
          <tr key={reason}>
            <th scope="row" className={own.sentence}>
              {REFUSAL_NAMES[reason]}
            </th>
            <td className={css.number}>{byStaff}</td>
            <td className={css.number}>{byJobs}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { Tag } from '../../web/ui/tag.tsx';
import { call } from '../api.ts';
import own from '../configuration/configuration.module.css';
import { countryName } from '../texts.ts';
import { FilterInput, type FilterProps } from '../ui/filters.tsx';
import { Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { STATE_TONES, type HolidayTable, type Source } from './texts.ts';
import { Table } from '../ui/list.tsx';

/** Bank holidays come with the program: here one sees them, and until when they reach. */
export function Holidays({ tables, filters, setFilter }: FilterProps & { tables: readonly HolidayTable[] }) {
  const country = filters.get('pais') as Source['country'] | null;
  const year = filters.get('anio') ?? '';
  const holidays = useQuery({
    queryKey: ['holidays', country, year],
    queryFn: async () =>
      (
        await call('GET /api/staff/holidays', {
          query: { ...(country ? { country } : {}), ...(/^\d{4}$/.test(year) ? { year } : {}) },
        })
      ).result,
    placeholderData: (before) => before,
  });
  return (
    <section className={own.group} aria-labelledby="feriados">
      <h2 id="feriados">Feriados bancarios</h2>
      <p>Vienen con el programa. De ellos dependen plazos, avisos y débitos.</p>
      <p className={css.row}>
        {tables.map((table) => (
          <Tag key={table.country} tone={STATE_TONES[table.state]}>
            {countryName(table.country)}: hasta {table.last_year}
          </Tag>
        ))}
      </p>
      <div className={css.filters}>
        <FilterInput
          filters={filters}
          setFilter={setFilter}
          name="anio"
          label="Año"
          inputMode="numeric"
          maxLength={4}
          size={6}
          placeholder="Éste"
        />
      </div>
      <Trouble error={holidays.error} />
      {holidays.data?.length === 0 && <p>De ese año no se conoce ninguno.</p>}
      {holidays.data && holidays.data.length > 0 && (
        <Table caption="Feriados bancarios del año" columns={['Día', 'Feriado', 'País']}>
          {holidays.data.map((row) => (
            <tr key={`${row.country} ${row.date}`}>
              <th scope="row">{formatDate(calendarDate(row.date))}</th>
              <td>{row.name}</td>
              <td>{countryName(row.country)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

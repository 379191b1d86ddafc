import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import own from '../configuration/configuration.module.css';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { ListFile } from '../ui/list-bar.tsx';
import { FilterInput, type FilterProps } from '../ui/filters.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { Table, List, useList } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import { AddHolidaysDialog, ChangeHolidayDialog } from './holiday-dialogs.tsx';
import { STATE_TONES, type Holiday, type HolidayTable } from '../../words/dated.ts';
import { Modal } from '../ui/modal.tsx';
import { Day, When } from '../ui/when.tsx';
import { Waits } from '../ui/waits.tsx';

/** Staff changes of a country's holidays, newest first. */
function HolidayChangesDialog({ table, onClose }: { table: HolidayTable; onClose: () => void }) {
  const { country, version } = table;
  const { list, rows } = useList(
    ['holiday-changes', country, version],
    'before',
    (page) => call('GET /api/staff/holidays/{country}/changes', { params: { country }, query: page }),
    { keepsRows: false },
  );
  return (
    <Modal title={`Cambios: feriados, ${countryName(country)}`} onClose={onClose} closable>
      <List list={list}>
        {rows.length === 0 && <p>Nadie los cambió: son los del programa.</p>}
        {rows.length > 0 && (
          <Table caption="Cambios de feriados, el más nuevo primero" columns={['Día', 'Qué', 'Lo cambió']}>
            {rows.map((row) => (
              <tr key={`${row.date} ${row.entered_at}`}>
                <th scope="row">
                  <Day iso={row.date} />
                </th>
                <td>{row.closed ? row.name : `Los bancos abren (${row.name})`}</td>
                <td>
                  {row.entered_by}
                  <span className={css.minor}>
                    <When at={row.entered_at} />
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        )}
        {rows.length > 0 && (
          <div className={css.more}>
            <ListFile file="cambios-de-feriados" query={{ country }} what="cambios de feriados" />
          </div>
        )}
      </List>
    </Modal>
  );
}

interface HolidaysProps extends FilterProps<FilterName<'/valores'>> {
  tables: readonly HolidayTable[];
  onDone: (message: string) => void;
  /** Called after a concurrent change. */
  onStale: () => void;
}

type Doing =
  | { readonly what: 'add' | 'changes'; readonly table: HolidayTable }
  | { readonly what: 'change'; readonly table: HolidayTable; readonly holiday: Holiday };

/** Bank holidays come with the program; here they are seen and changed. */
export function Holidays({ tables, filters, setFilter, onDone, onStale }: HolidaysProps) {
  const [doing, setDoing] = useState<Doing>();
  const country = filters.get('pais') as HolidayTable['country'] | null;
  const year = filters.get('anio') ?? '';
  const query = { ...(country ? { country } : {}), ...(/^\d{4}$/.test(year) ? { year } : {}) };
  const holidays = useQuery({
    queryKey: ['holidays', country, year],
    queryFn: async () => (await call('GET /api/staff/holidays', { query })).result,
    placeholderData: (before) => before,
  });
  const close = () => setDoing(undefined);
  const dialog = {
    onClose: close,
    onStale,
    onDone: (message: string) => {
      close();
      onDone(message);
    },
  };
  const shownYear = holidays.data?.[0]?.date.slice(0, 4) ?? '';
  const tableOf = (code: string) => tables.find((table) => table.country === code);
  return (
    <section className={own.group} aria-labelledby="feriados">
      <h2 id="feriados">Feriados bancarios</h2>
      <p>
        Vienen con el programa y acá se corrigen, desde mañana en adelante. De ellos dependen el día en que
        llega el dinero, los plazos, los avisos y los débitos. Lo que ya se prometió no cambia.
      </p>
      <Tables tables={tables} onDo={setDoing} />
      <div className={css.filters}>
        <FilterInput
          filters={filters}
          setFilter={setFilter}
          name="anio"
          label="Año"
          inputMode="numeric"
          maxLength={4}
          size={6}
          placeholder={shownYear}
        />
        <ListFile file="feriados" query={query} what="feriados" />
      </div>
      <ReadTrouble read={holidays} />
      {holidays.data?.length === 0 && <p>De ese año no se conoce ninguno.</p>}
      {holidays.data && holidays.data.length > 0 && (
        <Years
          rows={holidays.data}
          onChange={(holiday) => {
            const table = tableOf(holiday.country);
            if (table) setDoing({ what: 'change', table, holiday });
          }}
        />
      )}
      {doing?.what === 'add' && (
        <AddHolidaysDialog {...dialog} table={tableOf(doing.table.country) ?? doing.table} />
      )}
      {doing?.what === 'change' && (
        <ChangeHolidayDialog
          {...dialog}
          table={tableOf(doing.table.country) ?? doing.table}
          holiday={doing.holiday}
        />
      )}
      {doing?.what === 'changes' && <HolidayChangesDialog table={doing.table} onClose={close} />}
    </section>
  );
}

/** End of each country's table, and the actions on it. */
function Tables({ tables, onDo }: { tables: readonly HolidayTable[]; onDo: (doing: Doing) => void }) {
  const me = useMe();
  return (
    <>
      {tables.map((table) => (
        <div key={table.country} className={css.row}>
          <Tag tone={STATE_TONES[table.state]}>
            {countryName(table.country)}: hasta {table.last_year}
          </Tag>
          <Waits by={table.waits} />
          {table.waits === '' && allows(me, 'POST /api/staff/holidays/{country}') && (
            <Button kind="ghost" small onClick={() => onDo({ what: 'add', table })}>
              Agregar feriados, {countryName(table.country)}
            </Button>
          )}
          <button
            type="button"
            className={css.link}
            aria-label={`Ver cambios: feriados, ${countryName(table.country)}`}
            onClick={() => onDo({ what: 'changes', table })}
          >
            Ver cambios
          </button>
        </div>
      ))}
    </>
  );
}

interface DaysProps {
  rows: readonly Holiday[];
  onChange: (holiday: Holiday) => void;
}

/** Holidays folded by country and year; open where there is one group. */
function Years({ rows, onChange }: DaysProps) {
  const groups = [
    ...Map.groupBy(rows, ({ country, date }) => `${countryName(country)}, ${date.slice(0, 4)}`),
  ];
  return groups.map(([name, days]) => (
    <details key={name} open={groups.length === 1}>
      <summary>
        {name} <span className={own.count}>{days.length}</span>
      </summary>
      <Days name={name} rows={days} onChange={onChange} />
    </details>
  ));
}

function Days({ name, rows, onChange }: DaysProps & { name: string }) {
  const me = useMe();
  const mayChange = allows(me, 'POST /api/staff/holidays/{country}');
  return (
    <Table
      caption={`Feriados bancarios: ${name}`}
      columns={['Día', 'Feriado', ...(mayChange ? ['Acciones'] : [])]}
    >
      {rows.map((row) => {
        const day = formatDate(calendarDate(row.date));
        const action = row.closed ? 'Quitar' : 'Volver a poner';
        return (
          <tr key={`${row.country} ${row.date}`}>
            <th scope="row">{day}</th>
            <td className={css.brief}>
              {row.name} {!row.closed && <Tag tone="off">Los bancos abren</Tag>}
              {row.entered_by && <span className={css.minor}>Lo cambió {row.entered_by}</span>}
            </td>
            {mayChange && (
              <td className={css.brief}>
                <button
                  type="button"
                  className={css.link}
                  aria-label={`${action}: ${day}, ${countryName(row.country)}`}
                  onClick={() => onChange(row)}
                >
                  {action}
                </button>
              </td>
            )}
          </tr>
        );
      })}
    </Table>
  );
}

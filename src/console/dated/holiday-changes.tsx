import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { call } from '../api.ts';
import { countryName } from '../../words/texts.ts';
import { ListFile } from '../ui/list-bar.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { Modal } from '../ui/modal.tsx';
import css from '../ui/page.module.css';
import type { HolidayTable } from '../../words/dated.ts';
import { When } from '../ui/when.tsx';

/** Staff changes of a country's holidays, newest first. */
export function HolidayChangesDialog({ table, onClose }: { table: HolidayTable; onClose: () => void }) {
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
                <th scope="row">{formatDate(calendarDate(row.date))}</th>
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

import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { countryName } from '../../words/texts.ts';
import { More, ReadTrouble } from '../ui/list-parts.tsx';
import { ListFile } from '../ui/list-bar.tsx';
import { Modal } from '../ui/modal.tsx';
import css from '../ui/page.module.css';
import { KIND_NAMES, formatDecimal, type Source } from '../../words/dated.ts';
import { Table, useList } from '../ui/list.tsx';
import { Day, When } from '../ui/when.tsx';

/** Every value that was entered, the latest day first. */
export function ValuesDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { country, kind } = source;
  const { list, rows } = useList(
    ['dated-values', country, kind, source.version],
    'from',
    (page) =>
      call('GET /api/staff/dated-values/{country}/{kind}', {
        params: { country, kind },
        query: page,
      }),
    { keepsRows: false },
  );
  return (
    <Modal title={`${KIND_NAMES[kind]}, ${countryName(country)}`} onClose={onClose} closable>
      <ReadTrouble read={list} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line']} />}
      {list.isSuccess && rows.length === 0 && (
        <p>Nadie cargó valores todavía: cuenta el de la lista de precios.</p>
      )}
      {rows.length > 0 && (
        <Table caption="Valores cargados, el último día primero" columns={['Desde', 'Valor', 'Lo cargó']}>
          {rows.map((row) => (
            <tr key={`${row.first_day} ${row.entered_at}`}>
              <th scope="row">
                <Day iso={row.first_day} />
              </th>
              <td>
                {formatDecimal(kind, row.value)}
                {row.replaced && <span className={css.minor}>Corregido después</span>}
              </td>
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
      <More list={list} />
      {rows.length > 0 && (
        <div className={css.more}>
          <ListFile file="valores-por-dia" query={{ country, kind }} what={KIND_NAMES[kind]} />
        </div>
      )}
    </Modal>
  );
}

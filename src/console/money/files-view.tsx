import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { wayName } from '../names.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName, when } from '../texts.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import own from './money.module.css';
import { Rejects, UploadDialog } from './upload-dialog.tsx';
import { outcomeName, type SettlementFile } from './texts.ts';
import { List, Table, useList } from '../ui/list.tsx';

/** Settlement files of the networks, the newest first. */
export function FilesView({ onDone }: { onDone: (message: string) => void }) {
  const me = useMe();
  const [filters, setFilter] = useFilters<FilterName<'/dinero'>>();
  const [isUploading, setUploading] = useState(false);
  const [open, setOpen] = useState('');
  const query = filters.get('pais') ? { country: filters.get('pais') as SettlementFile['country'] } : {};
  const { list, rows } = useList(
    ['money', 'files', query],
    'before',
    (page) =>
      call('GET /api/staff/money/files', {
        query: { ...query, ...page },
      }),
    {
      // One that is being booked gets on.
      refetchInterval: ({ state }) =>
        state.data?.pages.some((page) => page.result.some(({ done, lines }) => done < lines))
          ? 1_000
          : 30_000,
    },
  );
  return (
    <>
      <ListBar file="rendiciones" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
        {allows(me, 'POST /api/staff/money/files') && (
          <Button small onClick={() => setUploading(true)}>
            Subir una rendición
          </Button>
        )}
      </ListBar>
      <List list={list}>
        <FilesTable rows={rows} open={open} onOpen={setOpen} />
      </List>
      {open && <FileDetail key={open} id={open} />}
      {isUploading && (
        <UploadDialog
          networks={list.data?.pages[0]?.networks ?? []}
          onClose={() => setUploading(false)}
          onDone={(message) => {
            setUploading(false);
            onDone(message);
          }}
        />
      )}
    </>
  );
}

interface TableProps {
  rows: readonly SettlementFile[];
  open: string;
  onOpen: (id: string) => void;
}

function FilesTable({ rows, open, onOpen }: TableProps) {
  if (rows.length === 0) return <p className={css.empty}>Todavía no se registró ninguna rendición.</p>;
  return (
    <Table
      caption="Rendiciones, la más nueva primero"
      columns={['Archivo', 'Red', 'Líneas', 'Resultado', ['Importe', own.number]]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <button
              type="button"
              className={css.link}
              aria-expanded={open === row.id}
              onClick={() => onOpen(open === row.id ? '' : row.id)}
            >
              {row.name}
            </button>
            <span className={css.minor}>{when(row.imported_at)}</span>
          </th>
          <td>
            {wayName(row.network)}
            <span className={css.minor}>
              {countryName(row.country)}, del {row.settled_on}
            </span>
          </td>
          <td>
            {row.done < row.lines ? (
              <Tag tone="late">{`Registrando ${row.done} de ${row.lines}`}</Tag>
            ) : (
              row.lines
            )}
          </td>
          <td>
            {row.counts.map(({ outcome, count }) => (
              <span key={outcome} className={css.minor}>
                {outcomeName(outcome)}: {count}
              </span>
            ))}
          </td>
          <td className={own.number}>{money(row.amount, row.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}

function FileDetail({ id }: { id: string }) {
  const read = useQuery({
    queryKey: ['money', 'files', 'one', id],
    queryFn: async () => (await call('GET /api/staff/money/files/{id}', { params: { id } })).result,
  });
  if (read.error) return <Trouble error={read.error} />;
  if (!read.data) return <SkeletonGroup shapes={['line', 'line']} />;
  return (
    <section aria-labelledby="lineas">
      <h2 id="lineas">Líneas de {read.data.name} para revisar</h2>
      <Rejects rows={read.data.rejects} currency={read.data.currency} />
    </section>
  );
}

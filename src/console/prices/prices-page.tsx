import type { FilterName } from '../../contract/staff/views.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { dated } from '../../ui/dated.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { go, useFilters } from '../place.ts';
import { allows, useMe, type Me } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Link } from '../ui/link.tsx';
import { More, Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useDoing } from '../ui/outcome.ts';
import css from '../ui/page.module.css';
import { CopyDialog, EndDialog } from './dialogs.tsx';
import own from './prices.module.css';
import type { Draft, List } from '../../words/prices.ts';
import { VERSION_STATE_NAMES, VERSION_TONES } from '../../words/versioned-lists.ts';
import { Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';

type Doing = { readonly what: 'copy' | 'end'; readonly list: List };

/** Price lists of the countries, and drafts. */
export function PricesPage() {
  const [filters, setFilter] = useFilters<FilterName<'/precios'>>();
  const { doing, setDoing, said, close, done } = useDoing<Doing>();
  const query = filters.get('pais') ? { country: filters.get('pais') as List['country'] } : {};
  const { list, rows } = useList(['price-lists', query], 'before', (page) =>
    call('GET /api/staff/price-lists', {
      query: { ...query, ...page },
    }),
  );
  const drafts = list.data?.pages[0]?.drafts ?? [];
  return (
    <>
      <PageHead title="Precios" />
      <ListBar file="precios" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <Said message={said} />
      <Trouble error={list.error} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {drafts.length > 0 && <DraftsTable rows={drafts} />}
      {list.data && <ListsTable rows={rows} onDo={setDoing} />}
      <More list={list} />
      {doing?.what === 'copy' && (
        <CopyDialog list={doing.list} onClose={close} onCopied={(id) => go(`/borradores/${id}`)} />
      )}
      {doing?.what === 'end' && <EndDialog list={doing.list} onClose={close} onDone={done} />}
    </>
  );
}

function DraftsTable({ rows }: { rows: readonly Draft[] }) {
  return (
    <section className={own.part} aria-labelledby="borradores">
      <h2 id="borradores">Borradores</h2>
      <Table
        caption="Listas que se preparan, la más nueva primero"
        columns={['Lista', 'Copiada de', 'Último cambio', 'Estado']}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={`/borradores/${row.id}`}>{row.name}</Link>
              <span className={css.minor}>{countryName(row.country)}</span>
            </th>
            <td>{row.based_on_name}</td>
            <td>
              {row.changed_by}
              <span className={css.minor}>
                <When at={row.changed_at} />
              </span>
            </td>
            <td>
              {row.waits ? (
                <>
                  <Tag tone="late">Espera aprobación</Tag>
                  <span className={css.minor}>La pidió {row.waits}</span>
                </>
              ) : (
                <Tag>En preparación</Tag>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function ListsTable({ rows, onDo }: { rows: readonly List[]; onDo: (doing: Doing) => void }) {
  const me = useMe();
  return (
    <section className={own.part} aria-labelledby="listas">
      <h2 id="listas">Listas</h2>
      <div className={css.frame}>
        {rows.length === 0 ? (
          <p className={css.empty}>No hay listas en este país.</p>
        ) : (
          <table className={css.table}>
            <caption className="visually-hidden">Listas de precios, la más nueva primero</caption>
            <thead>
              <tr>
                <th scope="col">Lista</th>
                <th scope="col">Estado</th>
                <th scope="col">Rige desde</th>
                <th scope="col">Hasta</th>
                <th scope="col">La aprobó</th>
                <th scope="col">Acciones</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <Link to={`/precios/${row.id}`}>{row.name}</Link>
                    <span className={css.minor}>{countryName(row.country)}</span>
                  </th>
                  <td>
                    <Tag tone={VERSION_TONES[row.state]}>{VERSION_STATE_NAMES[row.state]}</Tag>
                  </td>
                  <td>{dated(formatDate(calendarDate(row.valid_from)))}</td>
                  <td>{row.ends_on ? dated(`Antes del ${formatDate(calendarDate(row.ends_on))}`) : '–'}</td>
                  <td>
                    {row.changed_by || 'Vino con el programa'}
                    {row.changed_by !== '' && (
                      <span className={css.minor}>
                        <When at={row.created_at} />
                      </span>
                    )}
                  </td>
                  <td>
                    <Actions list={row} me={me} onDo={onDo} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

function Actions({ list, me, onDo }: { list: List; me: Me; onDo: (doing: Doing) => void }) {
  const isLive = (list.state === 'in_force' || list.state === 'scheduled') && list.ends_on === '';
  const all: [what: Doing['what'], name: string, isShown: boolean][] = [
    ['copy', 'Copiar', allows(me, 'POST /api/staff/price-lists/{id}/copy')],
    ['end', 'Terminar', isLive && allows(me, 'POST /api/staff/price-lists/{id}/end')],
  ];
  return (
    <div className={css.row}>
      {all
        .filter(([, , isShown]) => isShown)
        .map(([what, name]) => (
          <button
            key={what}
            type="button"
            className={css.link}
            aria-label={`${name}: ${list.name}`}
            onClick={() => onDo({ what, list })}
          >
            {name}
          </button>
        ))}
    </div>
  );
}

import type { FilterName } from '../../contract/staff/views.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { classes } from '../../ui/classes.ts';
import { dated } from '../../ui/dated.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { countryName } from '../../words/texts.ts';
import {
  VERSION_STATE_NAMES,
  VERSION_TONES,
  type DraftLine,
  type VersionLine,
} from '../../words/versioned-lists.ts';
import { go, useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { More, ReadTrouble, Said } from '../ui/list-parts.tsx';
import { Table, useList } from '../ui/list.tsx';
import { useDoing } from '../ui/outcome.ts';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { When } from '../ui/when.tsx';
import { CopyDialog, EndDialog } from './dialogs.tsx';
import type { ListKind, Types } from './kind.ts';
import own from './versions.module.css';

interface Doing<Row> {
  readonly what: 'copy' | 'end';
  readonly row: Row;
}

/** Versions of all countries, and drafts. */
export function VersionsPage<T extends Types>({ kind }: { kind: ListKind<T> }) {
  const [filters, setFilter] = useFilters<FilterName<'/precios' | '/reglas'>>();
  const { doing, setDoing, said, close, done } = useDoing<Doing<T['row']>>();
  const country = filters.get('pais');
  const query = country ? { country: country as VersionLine['country'] } : {};
  const { list, rows } = useList([kind.path, query], 'before', (page) => kind.list({ ...query, ...page }));
  const drafts = list.data?.pages[0]?.drafts ?? [];
  return (
    <>
      <PageHead title={kind.words.title} />
      <ListBar file={kind.file} query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <Said message={said} />
      <ReadTrouble read={list} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {drafts.length > 0 && <DraftsTable kind={kind} rows={drafts} />}
      {list.data && <VersionsTable kind={kind} rows={rows} onDo={setDoing} />}
      <More list={list} />
      {doing?.what === 'copy' && (
        <CopyDialog
          kind={kind}
          row={doing.row}
          onClose={close}
          onCopied={(id) => go(`${kind.draftPath}/${id}`)}
        />
      )}
      {doing?.what === 'end' && <EndDialog kind={kind} row={doing.row} onClose={close} onDone={done} />}
    </>
  );
}

function DraftsTable<T extends Types>({ kind, rows }: { kind: ListKind<T>; rows: readonly DraftLine[] }) {
  const { words, draftPath } = kind;
  return (
    <section className={own.part} aria-labelledby="borradores">
      <h2 id="borradores">Borradores</h2>
      <Table caption={words.draftsCaption} columns={[words.one, words.copiedFrom, 'Último cambio', 'Estado']}>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={`${draftPath}/${row.id}`}>{row.name}</Link>
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

interface RowsProps<T extends Types> {
  kind: ListKind<T>;
  rows: readonly T['row'][];
  onDo: (doing: Doing<T['row']>) => void;
}

function VersionsTable<T extends Types>({ kind, rows, onDo }: RowsProps<T>) {
  const { words, columns } = kind;
  const heads = [words.one, 'Estado', 'Rige desde'];
  return (
    <section className={own.part} aria-labelledby="versiones">
      <h2 id="versiones">{words.all}</h2>
      <Table
        caption={words.allCaption}
        columns={[...heads, ...columns.map(({ name }) => name), 'La aprobó', 'Acciones']}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={`${kind.path}/${row.id}`}>{row.name}</Link>
              <span className={css.minor}>{countryName(row.country)}</span>
            </th>
            <td>
              <Tag tone={VERSION_TONES[row.state]}>{VERSION_STATE_NAMES[row.state]}</Tag>
            </td>
            <td>
              {dated(formatDate(calendarDate(row.valid_from)))}
              {row.ends_on && (
                <span className={css.minor}>
                  {dated(`Antes del ${formatDate(calendarDate(row.ends_on))}`)}
                </span>
              )}
            </td>
            {columns.map(({ name, of }) => (
              <td key={name}>{of(row)}</td>
            ))}
            <td>{kind.approver(row)}</td>
            <td>
              <Actions kind={kind} row={row} onDo={onDo} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Actions<T extends Types>({
  kind,
  row,
  onDo,
}: Pick<RowsProps<T>, 'kind' | 'onDo'> & { row: T['row'] }) {
  const me = useMe();
  const isLive = !['replaced', 'ended'].includes(row.state) && row.ends_on === '';
  const all: [what: 'copy' | 'end', name: string, isShown: boolean][] = [
    ['copy', 'Copiar', allows(me, kind.calls.copy)],
    ['end', 'Terminar', isLive && allows(me, kind.calls.end)],
  ];
  return (
    <div className={css.row}>
      {all
        .filter(([, , isShown]) => isShown)
        .map(([what, name]) => (
          <button
            key={what}
            type="button"
            className={classes(css.link, what === 'end' && css.danger)}
            aria-label={`${name}: ${row.name}`}
            onClick={() => onDo({ what, row })}
          >
            {name}
          </button>
        ))}
    </div>
  );
}

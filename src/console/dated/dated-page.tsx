import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FilterName } from '../../contract/staff/views.ts';
import { classes } from '../../ui/classes.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import own from '../configuration/configuration.module.css';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { ReadTrouble, Said } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useDoing } from '../ui/outcome.ts';
import css from '../ui/page.module.css';
import { AddDialog } from './add-dialog.tsx';
import { ConfirmedData } from './confirmed.tsx';
import { Holidays } from './holidays.tsx';
import {
  KIND_NAMES,
  KIND_SOURCES,
  formatDecimal,
  STATE_NAMES,
  STATE_TONES,
  type Source,
} from '../../words/dated.ts';
import { ValuesDialog } from './values-dialog.tsx';
import { Table } from '../ui/list.tsx';
import { Day } from '../ui/when.tsx';
import { Waits } from '../ui/waits.tsx';

type Doing = { readonly what: 'add' | 'values'; readonly key: string };

const keyOf = ({ country, kind }: Source) => `${country}/${kind}`;

/** Values valid from a day on, and warnings before they run out. */
export function DatedPage() {
  const queries = useQueryClient();
  const [filters, setFilter] = useFilters<FilterName<'/valores'>>();
  const { doing, setDoing, said, close, done } = useDoing<Doing>();
  const country = filters.get('pais') as Source['country'] | null;
  const query = country ? { country } : {};
  const dated = useQuery({
    queryKey: ['dated', country],
    queryFn: () => call('GET /api/staff/dated-values', { query }),
    placeholderData: (before) => before,
  });
  const rows = dated.data?.result ?? [];
  const late = rows.filter(({ state }) => state !== 'fine');
  const source = rows.find((row) => keyOf(row) === doing?.key);
  return (
    <>
      <PageHead title="Valores por fecha" />
      <ListBar file="valores" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <Said message={said} />
      <ReadTrouble read={dated} />
      {dated.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {late.length > 0 && (
        <div className={css.said}>
          <Notice
            tone={late.some(({ state }) => state === 'out') ? 'bad' : 'late'}
            title="Hay valores para cargar"
          >
            <ul>
              {late.map((row) => (
                <li key={keyOf(row)}>
                  {KIND_NAMES[row.kind]}, {countryName(row.country)}: alcanza hasta el{' '}
                  <Day iso={row.lasts_until} />.
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {dated.data && <SourcesTable rows={rows} onDo={setDoing} />}
      {dated.data && <ConfirmedData country={country} onDone={done} />}
      {dated.data && (
        <Holidays
          tables={dated.data.holidays}
          filters={filters}
          setFilter={setFilter}
          onDone={done}
          onStale={() => void queries.invalidateQueries()}
        />
      )}
      {source && doing?.what === 'add' && (
        <AddDialog source={source} onClose={close} onDone={done} onStale={() => void dated.refetch()} />
      )}
      {source && doing?.what === 'values' && <ValuesDialog source={source} onClose={close} />}
    </>
  );
}

function SourcesTable({ rows, onDo }: { rows: readonly Source[]; onDo: (doing: Doing) => void }) {
  return (
    <section className={own.group} aria-labelledby="valores">
      <h2 id="valores">Valores</h2>
      {rows.length === 0 ? (
        <p className={css.empty}>En este país no hay valores que cargar.</p>
      ) : (
        <Table
          caption="Valores que rigen desde un día"
          columns={['Qué', 'Hoy', 'El último', 'Estado', 'Acciones']}
        >
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">
                {KIND_NAMES[row.kind]}
                <span className={css.minor}>{countryName(row.country)}</span>
                <span className={css.minor}>{KIND_SOURCES[row.kind]}</span>
              </th>
              <td>
                {formatDecimal(row.kind, row.value)}
                <span className={classes(css.minor, css.whole)}>
                  desde el <Day iso={row.from} />
                </span>
              </td>
              <td>
                {formatDecimal(row.kind, row.last_value)}
                <span className={classes(css.minor, css.whole)}>
                  desde el <Day iso={row.last_from} />
                </span>
              </td>
              <td>
                <Tag tone={STATE_TONES[row.state]}>{STATE_NAMES[row.state]}</Tag>
                <Waits by={row.waits} />
              </td>
              <td>
                <Actions source={row} onDo={onDo} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function Actions({ source, onDo }: { source: Source; onDo: (doing: Doing) => void }) {
  const me = useMe();
  const name = KIND_NAMES[source.kind];
  const all: [what: Doing['what'], verb: string, isShown: boolean][] = [
    ['add', 'Cargar', source.waits === '' && allows(me, 'POST /api/staff/dated-values/{country}/{kind}')],
    ['values', 'Ver todos', true],
  ];
  return (
    <div className={css.row}>
      {all
        .filter(([, , isShown]) => isShown)
        .map(([what, verb]) => (
          <button
            key={what}
            type="button"
            className={css.link}
            aria-label={`${verb}: ${name}`}
            onClick={() => onDo({ what, key: keyOf(source) })}
          >
            {verb}
          </button>
        ))}
    </div>
  );
}

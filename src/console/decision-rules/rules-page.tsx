import type { FilterName } from '../../contract/staff/views.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { dated } from '../../ui/dated.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { RulesVersion } from '../../words/decision-rules.ts';
import { VERSION_STATE_NAMES, VERSION_TONES } from '../../words/versioned-lists.ts';
import { countryName } from '../../words/texts.ts';
import { call } from '../api.ts';
import { go, useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { CountryFilter } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { More, Said, Trouble } from '../ui/list-parts.tsx';
import { Table, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { useDoing } from '../ui/outcome.ts';
import { When } from '../ui/when.tsx';
import { CopyDialog, EndDialog } from './dialogs.tsx';
import own from './rules.module.css';

type Doing = { readonly what: 'copy' | 'end'; readonly version: RulesVersion };

/** Versions of the credit rules, and drafts. */
export function RulesPage() {
  const [filters, setFilter] = useFilters<FilterName<'/reglas'>>();
  const { doing, setDoing, said, close, done } = useDoing<Doing>();
  const query = filters.get('pais') ? { country: filters.get('pais') as RulesVersion['country'] } : {};
  const { list, rows } = useList(['decision-rules', query], 'before', (page) =>
    call('GET /api/staff/decision-rules', { query: { ...query, ...page } }),
  );
  const drafts = list.data?.pages[0]?.drafts ?? [];
  return (
    <>
      <PageHead title="Reglas de crédito" />
      <ListBar file="reglas" query={query}>
        <CountryFilter filters={filters} setFilter={setFilter} />
      </ListBar>
      <Said message={said} />
      <Trouble error={list.error} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {drafts.length > 0 && (
        <section className={own.part} aria-labelledby="borradores">
          <h2 id="borradores">Borradores</h2>
          <Table
            caption="Reglas que se preparan, las más nuevas primero"
            columns={['Reglas', 'Copiadas de', 'Último cambio', 'Estado']}
          >
            {drafts.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <Link to={`/reglas-en-borrador/${row.id}`}>{row.name}</Link>
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
                    <Tag tone="late">Espera aprobación: {row.waits}</Tag>
                  ) : (
                    <Tag>En preparación</Tag>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      {list.data && <VersionsTable rows={rows} onDo={setDoing} />}
      <More list={list} />
      {doing?.what === 'copy' && (
        <CopyDialog
          version={doing.version}
          onClose={close}
          onCopied={(id) => go(`/reglas-en-borrador/${id}`)}
        />
      )}
      {doing?.what === 'end' && <EndDialog version={doing.version} onClose={close} onDone={done} />}
    </>
  );
}

function VersionsTable({ rows, onDo }: { rows: readonly RulesVersion[]; onDo: (doing: Doing) => void }) {
  return (
    <section className={own.part} aria-labelledby="versiones">
      <h2 id="versiones">Versiones</h2>
      <Table
        caption="Versiones de las reglas, la más nueva primero"
        columns={['Reglas', 'Estado', 'Rige desde', 'Hasta', 'Alcanza', 'La aprobó', 'Acciones']}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={`/reglas/${row.id}`}>{row.name}</Link>
              <span className={css.minor}>{countryName(row.country)}</span>
            </th>
            <td>
              <Tag tone={VERSION_TONES[row.state]}>{VERSION_STATE_NAMES[row.state]}</Tag>
            </td>
            <td>{dated(formatDate(calendarDate(row.valid_from)))}</td>
            <td>{row.ends_on ? dated(`Antes del ${formatDate(calendarDate(row.ends_on))}`) : '–'}</td>
            <td>{row.share === 100 ? 'Todas las personas' : `${row.share} %`}</td>
            <td>{row.approved_by || 'Vino con el programa'}</td>
            <td>
              <Actions version={row} onDo={onDo} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Actions({ version, onDo }: { version: RulesVersion; onDo: (doing: Doing) => void }) {
  const me = useMe();
  const isLive = !['replaced', 'ended'].includes(version.state) && version.ends_on === '';
  const all: [what: Doing['what'], name: string, isShown: boolean][] = [
    ['copy', 'Copiar', allows(me, 'POST /api/staff/decision-rules/{id}/copy')],
    ['end', 'Terminar', isLive && allows(me, 'POST /api/staff/decision-rules/{id}/end')],
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
            aria-label={`${name}: ${version.name}`}
            onClick={() => onDo({ what, version })}
          >
            {name}
          </button>
        ))}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { FilterName } from '../../contract/staff/views.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { queryOf, useFilters } from '../place.ts';
import { allows, useMe, type Me } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter, FilterInput, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useDoing } from '../ui/use-doing.ts';
import css from '../ui/page.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import own from './configuration.module.css';
import { HistoryDialog } from './history-dialog.tsx';
import { GROUP_NAMES, GROUPS, shownValue, type Setting } from '../../words/configuration.ts';
import { Table } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';

type Doing =
  | { readonly what: 'change'; readonly key: string; readonly start: string | null }
  | { readonly what: 'history'; readonly key: string };

const keyOf = ({ country, name }: Setting) => `${country}/${name}`;
const mayChange = (me: Me, { money, guarded }: Setting) => {
  const kind = money ? 'money-settings' : guarded ? 'guarded-settings' : 'settings';
  return allows(me, `POST /api/staff/${kind}/{country}/{name}`);
};

/** The address's names of the filters. */
const NAMES = { buscar: 'words', grupo: 'group', pais: 'country' } as const;

/** Runtime settings: meaning, value, and last author. */
export function ConfigurationPage() {
  const me = useMe();
  const [filters, setFilter] = useFilters<FilterName<'/configuracion'>>();
  const { doing, setDoing, said, close, done } = useDoing<Doing>();
  const query = {
    ...queryOf(filters, NAMES),
    ...(filters.get('cuales') === 'cambiados' ? { changed: '1' as const } : {}),
  };
  const list = useQuery({
    queryKey: ['settings', query],
    queryFn: async () => (await call('GET /api/staff/settings', { query })).result,
    placeholderData: (before) => before,
  });
  const rows = list.data ?? [];
  const setting = rows.find((row) => keyOf(row) === doing?.key);
  const props = { filters, setFilter };
  return (
    <>
      <PageHead title="Configuración" />
      <ListBar file="configuracion" query={query}>
        <FilterInput {...props} name="buscar" label="Buscar" type="search" />
        <FilterSelect {...props} name="grupo" label="Tema" options={GROUP_NAMES} />
        <FilterSelect {...props} name="cuales" label="Cuáles" options={{ cambiados: 'Los cambiados' }} />
        <CountryFilter {...props} />
      </ListBar>
      <Said message={said} />
      <Trouble error={list.error} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {list.data && rows.length === 0 && <p className={css.empty}>No hay nada con estos filtros.</p>}
      {GROUPS.map((each) => (
        <GroupTable key={each} group={each} rows={rows.filter((row) => row.group === each)} onDo={setDoing} />
      ))}
      {setting && doing?.what === 'change' && (
        <ChangeDialog
          key={keyOf(setting)}
          setting={setting}
          start={doing.start}
          onClose={close}
          onDone={done}
          onStale={() => void list.refetch()}
        />
      )}
      {setting && doing?.what === 'history' && (
        <HistoryDialog
          setting={setting}
          onClose={close}
          onUndo={
            mayChange(me, setting)
              ? (value) => setDoing({ what: 'change', key: keyOf(setting), start: value })
              : undefined
          }
        />
      )}
    </>
  );
}

interface GroupProps {
  group: Setting['group'];
  rows: readonly Setting[];
  onDo: (doing: Doing) => void;
}

function GroupTable({ group, rows, onDo }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section className={own.group} aria-labelledby={`grupo-${group}`}>
      <h2 id={`grupo-${group}`}>{GROUP_NAMES[group]}</h2>
      <Table caption={GROUP_NAMES[group]} columns={['Qué', 'Valor', 'Último cambio', 'Acciones']}>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">
              {row.title}
              <span className={css.minor}>{countryName(row.country)}</span>
              <span className={css.minor}>{row.describes}</span>
            </th>
            <td className={own.value}>
              {shownValue(row, row.value)} <Mark setting={row} />
              {row.wrong && <span className={css.minor}>{row.wrong}</span>}
            </td>
            <td>
              {row.elsewhere ? 'Quien opera la instalación' : row.changed_by || '–'}
              {!row.elsewhere && row.changed_at && (
                <span className={css.minor}>
                  <When at={row.changed_at} />. {row.reason}
                </span>
              )}
            </td>
            <td className={own.actions}>
              <Actions setting={row} onDo={onDo} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Mark({ setting: { wrong, waits, follows } }: { setting: Setting }) {
  if (wrong !== '') return <Tag tone="bad">No sirve</Tag>;
  if (waits !== '') return <Tag tone="late">Espera aprobación: lo pidió {waits}</Tag>;
  return follows ? <Tag>El del programa</Tag> : null;
}

function Actions({ setting, onDo }: { setting: Setting; onDo: (doing: Doing) => void }) {
  const me = useMe();
  const key = keyOf(setting);
  const name = `${setting.title}, ${countryName(setting.country)}`;
  return (
    <div className={css.row}>
      {mayChange(me, setting) && (
        <button
          type="button"
          className={css.link}
          aria-label={`Cambiar: ${name}`}
          onClick={() => onDo({ what: 'change', key, start: setting.value })}
        >
          Cambiar
        </button>
      )}
      <button
        type="button"
        className={css.link}
        aria-label={`Historia: ${name}`}
        onClick={() => onDo({ what: 'history', key })}
      >
        Historia
      </button>
    </div>
  );
}

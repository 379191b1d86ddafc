import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { FilterName } from '../../contract/staff/views.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { classes } from '../../ui/classes.ts';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { queryOf, useFilters } from '../place.ts';
import { allows, useMe, type Me } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter, FilterInput, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Empty, ReadTrouble, Said } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useDoing } from '../ui/outcome.ts';
import css from '../ui/page.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import own from './configuration.module.css';
import { HistoryDialog } from './history-dialog.tsx';
import { GROUP_NAMES, GROUPS, shownValue, type Setting } from '../../words/configuration.ts';
import { Table } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';
import { RequestLink } from '../ui/waits.tsx';

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

/** Runtime settings: meaning, value in each country, and last author; the changed ones first. */
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
  const sections = sectionsOf(rows);
  return (
    <>
      <PageHead title="Configuración" />
      <ListBar
        file="configuracion"
        query={query}
        find={<FilterInput {...props} name="buscar" label="Buscar" type="search" />}
      >
        <FilterSelect {...props} name="grupo" label="Tema" options={GROUP_NAMES} />
        <FilterSelect {...props} name="cuales" label="Cuáles" options={{ cambiados: 'Los cambiados' }} />
        <CountryFilter {...props} />
      </ListBar>
      <Said message={said} />
      <ReadTrouble read={list} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {list.data && rows.length === 0 && <Empty nothing="No hay ajustes" />}
      <Topics sections={sections} />
      {sections.map((section) => (
        <SectionTable
          key={section.id}
          section={section}
          isFolded={section.id !== 'cambiados' && Object.keys(query).length === 0}
          onDo={setDoing}
        />
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

/** A setting in each country that has it. */
interface Row {
  readonly name: string;
  readonly title: string;
  readonly describes: string;
  readonly settings: readonly Setting[];
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

const isChanged = ({ follows, wrong, elsewhere }: Setting) => !follows || wrong !== '' || elsewhere;

/** Changed settings, the latest first, and behind them the others by topic; a row has all countries of a setting. */
function sectionsOf(settings: readonly Setting[]): readonly Section[] {
  const rows = [...Map.groupBy(settings, ({ name }) => name)].map(([name, each]) => ({
    name,
    title: each[0]?.title ?? name,
    describes: each[0]?.describes ?? '',
    group: each[0]?.group,
    isChanged: each.some(isChanged),
    changedAt:
      each
        .map(({ changed_at: at }) => at)
        .toSorted()
        .at(-1) ?? '',
    settings: each,
  }));
  const changed = rows
    .filter((row) => row.isChanged)
    .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt));
  const sections = [
    { id: 'cambiados', title: 'Cambiados', rows: changed },
    ...GROUPS.map((group) => ({
      id: `grupo-${group}`,
      title: GROUP_NAMES[group],
      rows: rows.filter((row) => row.group === group && !row.isChanged),
    })),
  ];
  return sections.filter((section) => section.rows.length > 0);
}

/** Begins the title of each part of the payment dialog; they share one note. */
const SHARED_HEAD = 'Al pagar se ve: ';

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Topics({ sections }: { sections: readonly Section[] }) {
  if (sections.length < 2) return null;
  return (
    <nav className={own.topics} aria-label="Secciones">
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`} className={css.link}>
          {title}
        </a>
      ))}
    </nav>
  );
}

interface SectionProps {
  section: Section;
  /** Folded on a phone until it is opened. */
  isFolded: boolean;
  onDo: (doing: Doing) => void;
}

function SectionTable({ section, isFolded, onDo }: SectionProps) {
  const { id, title, rows } = section;
  const [isOpen, setOpen] = useState(false);
  const shared = rows.filter((row) => row.title.startsWith(SHARED_HEAD));
  const grouped = shared.length > 2 ? shared : [];
  const countries = [...new Set(rows.flatMap(({ settings }) => settings.map(({ country }) => country)))];
  return (
    <section className={classes(own.group, isFolded && !isOpen && own.folded)} aria-labelledby={id}>
      <div className={own.head}>
        <h2 id={id}>
          {title} <span className={own.count}>{rows.length}</span>
        </h2>
        {isFolded && (
          <button
            type="button"
            className={css.link}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Ocultar' : 'Ver'}: ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Ocultar' : 'Ver'}
          </button>
        )}
      </div>
      {rows.length > grouped.length && (
        <SettingTable
          caption={title}
          rows={rows.filter((row) => !grouped.includes(row))}
          countries={countries}
          onDo={onDo}
        />
      )}
      {grouped.length > 0 && (
        <details open={!isFolded || id === 'cambiados'}>
          <summary>
            {SHARED_HEAD.slice(0, -2)} <span className={own.count}>{grouped.length}</span>
            <span className={css.minor}>{grouped[0]?.describes}</span>
          </summary>
          <SettingTable
            caption={SHARED_HEAD.slice(0, -2)}
            rows={grouped.map((row) => ({
              ...row,
              title: capitalised(row.title.slice(SHARED_HEAD.length)),
              describes: '',
            }))}
            countries={countries}
            onDo={onDo}
          />
        </details>
      )}
    </section>
  );
}

interface SettingTableProps {
  caption: string;
  rows: readonly Row[];
  countries: readonly Setting['country'][];
  onDo: (doing: Doing) => void;
}

function SettingTable({ caption, rows, countries, onDo }: SettingTableProps) {
  return (
    <Table
      caption={caption}
      columns={[['Qué', own.what], ...countries.map((country) => [countryName(country), own.side] as const)]}
    >
      {rows.map((row) => (
        <tr key={row.name}>
          <th scope="row">
            {row.title}
            {row.describes && <span className={css.minor}>{row.describes}</span>}
          </th>
          {countries.map((country) => (
            <td key={country}>
              <Side setting={row.settings.find((each) => each.country === country)} onDo={onDo} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

/** Value of a setting in a country, who changed it last, and what can be done. */
function Side({ setting, onDo }: { setting: Setting | undefined; onDo: (doing: Doing) => void }) {
  if (!setting) return null;
  const by = setting.elsewhere ? 'Quien opera la instalación' : setting.changed_by;
  return (
    <>
      <div className={own.valued}>
        <span className={own.brief}>{shownValue(setting, setting.value)}</span>
        <span className={css.row}>
          <Actions setting={setting} onDo={onDo} />
        </span>
      </div>
      {setting.wrong && <span className={css.minor}>{setting.wrong}</span>}
      <Mark setting={setting} />
      {setting.waits !== '' && (
        <span className={css.minor}>
          {setting.waits} pidió: {setting.asked_for}. <RequestLink />
        </span>
      )}
      {by && (
        <span className={css.minor}>
          {by}
          {!setting.elsewhere && setting.changed_at && (
            <>
              , <When at={setting.changed_at} />. {setting.reason}
            </>
          )}
        </span>
      )}
    </>
  );
}

function Mark({ setting: { wrong, waits, follows } }: { setting: Setting }) {
  if (wrong !== '') return <Tag tone="bad">No sirve</Tag>;
  if (waits !== '') return <Tag tone="late">Espera aprobación</Tag>;
  return follows ? null : <Tag>Cambiado</Tag>;
}

function Actions({ setting, onDo }: { setting: Setting; onDo: (doing: Doing) => void }) {
  const me = useMe();
  const key = keyOf(setting);
  const name = `${setting.title}, ${countryName(setting.country)}`;
  return (
    <>
      {setting.waits === '' && mayChange(me, setting) && (
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
    </>
  );
}

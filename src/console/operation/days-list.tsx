import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { classes } from '../../ui/classes.ts';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { CountryFilter, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import css from '../ui/page.module.css';
import type { Doing } from './dialogs.tsx';
import { didText, idleText, JOB_NAMES, RUN_STATES, type Run } from '../../words/operation.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { Day, When } from '../ui/when.tsx';
import own from './operation.module.css';

/** Results of the daily work, newest day first. */
export function DaysList({ onDo }: { onDo: (doing: Doing) => void }) {
  const [filters, setFilter] = useFilters<FilterName<'/operacion'>>();
  const props = { filters, setFilter };
  const country = filters.get('pais');
  const onlyTrouble = filters.get('estado') === 'mal';
  const query = {
    ...(country ? { country: country as Run['country'] } : {}),
    ...(onlyTrouble ? { wrong: '1' as const } : {}),
  };
  // Tasks that the person has run stay in view: their result is awaited.
  const [ran, setRan] = useState<readonly string[]>([]);
  const run = (doing: Doing) => {
    if (doing.what === 'run') setRan([...ran, keyOf(doing.run)]);
    onDo(doing);
  };
  const { list, rows } = useList(
    ['operation', 'days', query],
    'before',
    (page) =>
      call('GET /api/staff/operation/days', {
        query: { ...query, ...page },
      }),
    { refetchInterval: 3_000 },
  );
  return (
    <>
      <ListBar file="trabajo-diario" query={query}>
        <CountryFilter {...props} />
        <FilterSelect {...props} name="estado" label="Estado" options={{ mal: 'Sólo lo que anda mal' }} />
      </ListBar>
      <List list={list}>
        {rows.length === 0 ? (
          <p className={css.empty}>
            {onlyTrouble ? 'Nada anda mal en estos días.' : 'Todavía no corrió nada.'}
          </p>
        ) : (
          daysOf(rows, list.data?.pages.flatMap(({ idle }) => idle) ?? []).map((day) =>
            day.isIdle ? (
              <IdleDay key={day.day} day={day} ran={ran} onDo={run} />
            ) : (
              groupsOf(day.runs).map((group) => (
                <DayGroup key={group.key} group={group} ran={ran} onDo={run} />
              ))
            ),
          )
        )}
      </List>
    </>
  );
}

/** Runs of a day in all countries. */
interface RunDay {
  readonly day: string;
  /** No task ran. */
  readonly isIdle: boolean;
  readonly runs: readonly Run[];
}

const daysOf = (rows: readonly Run[], idle: readonly string[]): readonly RunDay[] =>
  [...Map.groupBy(rows, ({ day }) => day)].map(([day, runs]) => ({ day, isIdle: idle.includes(day), runs }));

/** Runs of a day in a country. */
interface Group {
  readonly key: string;
  readonly name: string;
  readonly day: string;
  readonly runs: readonly Run[];
}

const groupsOf = (rows: readonly Run[]): readonly Group[] =>
  [...Map.groupBy(rows, ({ day, country }) => `${day} ${country}`)].flatMap(([key, runs]) =>
    runs[0] ? [{ key, name: countryName(runs[0].country), day: runs[0].day, runs }] : [],
  );

const keyOf = ({ day, country, job }: Run) => `${day} ${country} ${job}`;
const isDone = ({ state, alarming }: Run) => state === 'done' && !alarming;
/** Its day has gone by, or its hours of today have. */
const isLeftToNext = ({ state, runnable }: Run) => state === 'missing' || (state === 'failed' && !runnable);
const isToCome = ({ state }: Run) => state === 'to-come';

interface GroupProps {
  group: Group;
  /** Runs that stay unfolded. */
  ran: readonly string[];
  onDo: (doing: Doing) => void;
}

/** Tasks that need a look, then the ones to come and the finished ones, folded. */
function DayGroup({ group: { key, name, day, runs }, ran, onDo }: GroupProps) {
  const isOpen = (run: Run) => ran.includes(keyOf(run)) || !(isDone(run) || isToCome(run));
  const open = runs.filter(isOpen);
  const folded = runs.filter((run) => !isOpen(run));
  const folds = [
    {
      one: 'tarea que todavía no corrió',
      more: 'tareas que todavía no corrieron',
      some: folded.filter(isToCome),
    },
    { one: 'tarea terminada', more: 'tareas terminadas', some: folded.filter(isDone) },
  ];
  return (
    <section className={own.group} aria-labelledby={key}>
      <h2 id={key}>
        {name}, <Day iso={day} />
      </h2>
      {open.length > 0 && <RunsTable caption="Tareas para mirar" runs={open} onDo={onDo} />}
      {folds.map(
        ({ one, more, some }) =>
          some.length > 0 && (
            <details key={more}>
              <summary className={css.summary}>
                {some.length} {some.length === 1 ? one : more}
              </summary>
              <RunsTable caption={more} runs={some} onDo={onDo} />
            </details>
          ),
      )}
    </section>
  );
}

/** A day without a running program, folded into one line. */
function IdleDay({ day: { day, runs }, ran, onDo }: Omit<GroupProps, 'group'> & { day: RunDay }) {
  return (
    <details className={own.idle}>
      <summary className={css.summary}>{idleText(day, runs.length)}</summary>
      {groupsOf(runs).map((group) => (
        <DayGroup key={group.key} group={group} ran={ran} onDo={onDo} />
      ))}
    </details>
  );
}

interface RunsProps {
  caption: string;
  runs: readonly Run[];
  onDo: (doing: Doing) => void;
}

function RunsTable({ caption, runs, onDo }: RunsProps) {
  const me = useMe();
  const mayRun = allows(me, 'POST /api/staff/operation/days/{job}/run');
  return (
    <Table
      caption={caption}
      columns={[['Tarea', own.job], ['Estado', own.state], 'Qué hizo', ['Acciones', own.act]]}
    >
      {runs.map((row) => (
        <tr key={row.job}>
          <th scope="row">{JOB_NAMES[row.job]}</th>
          <td className={css.brief}>
            <Tag tone={row.alarming ? 'bad' : RUN_STATES[row.state].tone}>{RUN_STATES[row.state].name}</Tag>
            {row.finished_at && (
              <span className={css.minor}>
                <When at={row.finished_at} />
              </span>
            )}
          </td>
          <td className={css.brief}>
            {didText(row.did)}
            {row.failure && <span className={css.minor}>{row.failure}</span>}
            {isLeftToNext(row) && <span className={css.minor}>Lo pendiente lo hace la próxima corrida.</span>}
          </td>
          <td>
            {mayRun && row.runnable && (
              <button
                type="button"
                className={classes(css.link, css.whole)}
                aria-label={`Correr ahora: ${JOB_NAMES[row.job]}, ${countryName(row.country)}`}
                onClick={() => onDo({ what: 'run', run: row })}
              >
                Correr ahora
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

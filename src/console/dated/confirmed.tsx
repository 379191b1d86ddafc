import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { Notice, Tag } from '../../ui/tag.tsx';
import { CONFIRMED_NAMES } from '../../words/confirmed-data.ts';
import { DATA_REASON_NAMES } from '../../words/configuration-names.ts';
import { AWAITS, countryName } from '../../words/texts.ts';
import { call } from '../api.ts';
import own from '../configuration/configuration.module.css';
import { allows, useMe } from '../session.ts';
import { ListFile } from '../ui/list-bar.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { Modal } from '../ui/modal.tsx';
import css from '../ui/page.module.css';
import { Day, When } from '../ui/when.tsx';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import { Waits } from '../ui/waits.tsx';

type Data = OutputOf<'GET /api/staff/confirmed-data'>['result'][number];

interface DialogProps {
  data: Data;
  onClose: () => void;
  onDone: (message: string) => void;
  onStale: () => void;
}

const titleOf = ({ name, country }: Data) => `${CONFIRMED_NAMES[name]}, ${countryName(country)}`;

/** Data that a second person confirms: the fields, and the first day they apply. */
function ChangeDataDialog({ data, ...part }: DialogProps) {
  const { country, name, version } = data;
  const [values, setValues] = useState(() =>
    Object.fromEntries(data.fields.map(({ key, value }) => [key, value])),
  );
  const [day, setDay] = useState('');
  const set = (key: string, value: string) => setValues((before) => ({ ...before, [key]: value }));
  return (
    <ReasonDialog
      {...part}
      title={`${data.confirmed ? 'Cambiar' : 'Confirmar'}: ${titleOf(data)}`}
      action="Pedir aprobación"
      field="fields"
      names={DATA_REASON_NAMES}
      first="confirmed"
      write={(reason) =>
        call('POST /api/staff/confirmed-data/{country}/{name}', {
          params: { country, name },
          version,
          body: {
            first_day: day,
            fields: Object.entries(values).map(([key, value]) => ({ key, value })),
            ...reason,
          },
        })
      }
      said={AWAITS}
    >
      <p>{data.describes}</p>
      <label className={css.field}>
        <span>Vale desde el día</span>
        <input type="date" required value={day} onChange={(event) => setDay(event.target.value)} />
      </label>
      {data.fields.map(({ key, label, kind }) => (
        <label key={key} className={css.field}>
          <span>{kind === 'percent' ? `${label}, %` : label}</span>
          {kind === 'switch' ? (
            <select value={values[key]} onChange={(event) => set(key, event.target.value)}>
              <option value="on">Sí</option>
              <option value="off">No</option>
            </select>
          ) : (
            <input
              inputMode={kind === 'account' ? 'text' : 'decimal'}
              required={kind !== 'account'}
              value={values[key]}
              onChange={(event) => set(key, event.target.value)}
            />
          )}
        </label>
      ))}
    </ReasonDialog>
  );
}

/** Every entry, newest first. */
function EntriesDialog({ data, onClose }: Pick<DialogProps, 'data' | 'onClose'>) {
  const { country, name, version } = data;
  const { list, rows } = useList(
    ['confirmed-data-entries', country, name, version],
    'before',
    (page) =>
      call('GET /api/staff/confirmed-data/{country}/{name}', { params: { country, name }, query: page }),
    { keepsRows: false },
  );
  return (
    <Modal title={titleOf(data)} onClose={onClose} closable>
      <List list={list}>
        {rows.length === 0 && <p>Nadie lo confirmó todavía: es lo que trae el programa.</p>}
        {rows.length > 0 && (
          <Table
            caption="Lo cargado, lo más nuevo primero"
            columns={['Desde', 'Datos', 'Lo cargó', 'Lo aprobó']}
          >
            {rows.map((row) => (
              <tr key={row.entered_at}>
                <th scope="row">
                  <Day iso={row.first_day} />
                </th>
                <td>{row.value}</td>
                <td>
                  {row.entered_by}
                  <span className={css.minor}>
                    <When at={row.entered_at} />
                  </span>
                </td>
                <td>{row.approved_by}</td>
              </tr>
            ))}
          </Table>
        )}
        {rows.length > 0 && (
          <div className={css.more}>
            <ListFile file="datos-a-confirmar" query={{ country, name }} what={CONFIRMED_NAMES[name]} />
          </div>
        )}
      </List>
    </Modal>
  );
}

interface ConfirmedProps {
  country: Data['country'] | null;
  onDone: (message: string) => void;
}

type Doing = { readonly what: 'change' | 'entries'; readonly key: string };

const keyOf = ({ country, name }: Data) => `${country}/${name}`;

/** Data of the law and of the books that two people confirm. */
export function ConfirmedData({ country, onDone }: ConfirmedProps) {
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const list = useQuery({
    queryKey: ['confirmed-data', country],
    queryFn: async () =>
      (await call('GET /api/staff/confirmed-data', { query: country ? { country } : {} })).result,
    placeholderData: (before) => before,
  });
  const rows = list.data ?? [];
  const data = rows.find((row) => keyOf(row) === doing?.key);
  const close = () => setDoing(undefined);
  return (
    <section className={own.group} aria-labelledby="a-confirmar">
      <h2 id="a-confirmar">Datos a confirmar</h2>
      <p>
        Los decide la ley o el contador. Los que trae el programa no los confirmó nadie: fuera de la
        demostración, lo que los necesita espera a que dos personas los confirmen.
      </p>
      <ReadTrouble read={list} />
      {rows.some(({ confirmed }) => !confirmed) && <Notice tone="late" title="Hay datos sin confirmar" />}
      {rows.length > 0 && (
        <Table caption="Datos a confirmar" columns={['Qué', 'Hoy', 'Estado', 'Acciones']}>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">
                {CONFIRMED_NAMES[row.name]}
                <span className={css.minor}>{countryName(row.country)}</span>
              </th>
              <td>{summaryOf(row)}</td>
              <td>
                <Tag tone={row.confirmed ? 'good' : 'late'}>
                  {row.confirmed
                    ? `Confirmado desde el ${formatDate(calendarDate(row.from))}`
                    : 'Sin confirmar'}
                </Tag>
                <Waits by={row.waits} />
              </td>
              <td>
                <RowActions data={row} onDo={setDoing} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data && doing?.what === 'change' && (
        <ChangeDataDialog
          data={data}
          onClose={close}
          onDone={(message) => {
            close();
            onDone(message);
          }}
          onStale={() => void queries.invalidateQueries()}
        />
      )}
      {data && doing?.what === 'entries' && <EntriesDialog data={data} onClose={close} />}
    </section>
  );
}

/** The fields in a line; a chart of accounts only says how many are missing. */
function summaryOf({ fields, name }: Data): string {
  if (name !== 'chart-of-accounts') return fields.map(({ label, shown }) => `${label}: ${shown}`).join(' · ');
  const empty = fields.filter(({ value }) => value === '').length;
  return empty === 0 ? `${fields.length} cuentas` : `${fields.length} cuentas, ${empty} sin número`;
}

function RowActions({ data, onDo }: { data: Data; onDo: (doing: Doing) => void }) {
  const me = useMe();
  const all: [what: Doing['what'], verb: string, isShown: boolean][] = [
    [
      'change',
      data.confirmed ? 'Cambiar' : 'Confirmar',
      data.waits === '' && allows(me, 'POST /api/staff/confirmed-data/{country}/{name}'),
    ],
    ['entries', 'Ver lo cargado', true],
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
            aria-label={`${verb}: ${titleOf(data)}`}
            onClick={() => onDo({ what, key: keyOf(data) })}
          >
            {verb}
          </button>
        ))}
    </div>
  );
}

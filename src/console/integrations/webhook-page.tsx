import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Empty, Said, Trouble } from '../ui/list-parts.tsx';
import { ListFile } from '../ui/list-bar.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Link } from '../ui/link.tsx';
import css from '../ui/page.module.css';
import { When } from '../ui/when.tsx';
import { DELIVERY_NAMES, EVENT_NAMES, failureName, type Delivery } from '../../words/integrations.ts';

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  open: 'late',
  delivered: 'good',
  'given-up': 'bad',
};

/** Sends a delivery again. */
function useReplay(onDone: (message: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (delivery: string) =>
      call('POST /api/staff/integrations/deliveries/{id}/replay', { params: { id: delivery } }),
    onSuccess: ({ messages }) => {
      onDone(messages.join(' '));
      void queries.invalidateQueries();
    },
  });
}

const BackLink = () => (
  <p className={css.said}>
    <Link to="/integraciones" className={css.link}>
      Volver a Integraciones
    </Link>
  </p>
);

/** Deliveries of a webhook, each with its attempts. */
export function WebhookPage({ id }: { id: string }) {
  const me = useMe();
  const [said, setSaid] = useState('');
  const { list, rows } = useList(
    ['webhook', id],
    'before',
    (page) => call('GET /api/staff/integrations/webhooks/{id}/deliveries', { params: { id }, query: page }),
    { refetchInterval: 10_000 },
  );
  const replay = useReplay(setSaid);
  const mayReplay = allows(me, 'POST /api/staff/integrations/deliveries/{id}/replay');
  return (
    <>
      <PageHead title="Entregas del webhook" />
      <BackLink />
      <div className={css.bar}>
        <ListFile file="entregas-de-webhook" query={{ id }} />
      </div>
      <Said message={said} />
      <Trouble error={replay.error} />
      <List list={list}>
        {rows.length === 0 ? (
          <Empty
            nothing="Todavía no se mandó nada"
            how="El primer aviso sale cuando pasa algo de lo que pide el webhook."
          />
        ) : (
          <Table caption="Entregas, la última primero" columns={['Aviso', 'Estado', 'Intentos', 'Acciones']}>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {EVENT_NAMES[row.type]}
                  <span className={css.minor}>{row.event}</span>
                </th>
                <td>
                  <Tag tone={tones[row.state]}>{DELIVERY_NAMES[row.state]}</Tag>
                  {row.next_at && (
                    <span className={css.minor}>
                      Próximo intento <When at={row.next_at} />
                    </span>
                  )}
                </td>
                <td>
                  <Attempts attempts={row.attempts} />
                </td>
                <td>
                  {mayReplay && row.state !== 'open' && (
                    <button
                      type="button"
                      className={css.link}
                      aria-label={`Mandar de nuevo: ${row.event}`}
                      disabled={replay.isPending}
                      onClick={() => replay.mutate(row.id)}
                    >
                      Mandar de nuevo
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </List>
    </>
  );
}

function Attempts({ attempts }: Pick<Delivery, 'attempts'>) {
  if (attempts.length === 0) return 'Ninguno';
  return attempts.map(({ at, status, failure, milliseconds }) => (
    <span key={at} className={css.minor}>
      <When at={at} />: {failureName(failure)}
      {status !== null && ` (${status})`}, {milliseconds} ms
    </span>
  ));
}

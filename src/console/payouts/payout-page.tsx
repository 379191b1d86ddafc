import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { loanState, wayName } from '../../words/names.ts';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { countryName, when } from '../../words/texts.ts';
import own from '../tickets/tickets.module.css';
import { EvidenceLinks } from '../ui/evidence.tsx';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { AboveCapDialog, AccountDialog, HoldDialog, ReleaseDialog } from './dialogs.tsx';
import { PayoutTags } from './payouts-page.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import {
  answerName,
  ASKED_NAMES,
  cancelReason,
  heldBy,
  lateText,
  readText,
  WORDS,
  type Order,
} from '../../words/payouts.ts';
import { Table } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';
import { RequestLink } from '../ui/waits.tsx';

type Doing = 'hold' | 'release' | 'above-cap' | 'settle' | 'account';

/** One payout: its state, the provider's responses, and the actions. */
export function PayoutPage({ id }: { id: string }) {
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const queryKey = ['pay-out', id];
  const query = useQuery({
    queryKey,
    queryFn: async () => (await call('GET /api/staff/pay-outs/{id}', { params: { id } })).result,
    refetchOnWindowFocus: true,
    refetchInterval: 30_000,
  });
  const ask = useMutation({
    mutationFn: () => call('POST /api/staff/pay-outs/{id}/ask', { params: { id } }),
    onSuccess: ({ result }) => {
      queries.setQueryData(queryKey, result);
      const [last] = result.answers;
      setSaid(`El proveedor contestó: ${answerName(last?.state ?? '')}.`);
    },
  });
  const order = query.data;
  if (!order)
    return (
      <>
        <PageHead title="Envío" />
        <ReadTrouble read={query} />
        {query.isPending && <SkeletonGroup shapes={['title', 'block', 'block']} />}
        <BackLink />
      </>
    );
  const part = {
    order,
    onClose: () => setDoing(undefined),
    onDone: (message: string) => {
      setDoing(undefined);
      setSaid(message);
      void queries.invalidateQueries();
    },
    onStale: () => {
      setSaid('');
      void query.refetch();
    },
  };
  return (
    <>
      <PageHead title={`Envío del préstamo ${order.id}`} under={<AmountAndState order={order} />}>
        <Actions order={order} onDo={setDoing} isAsking={ask.isPending} onAsk={() => ask.mutate()} />
      </PageHead>
      <p className={css.said}>
        <BackLink />
      </p>
      <Said message={said} />
      <Trouble error={ask.error} />
      <ReadTrouble read={query} />
      <div className={own.page}>
        <div className={own.column}>
          <Standing order={order} />
          <Answers order={order} />
        </div>
        <aside className={own.column} aria-label="Datos del envío">
          <About order={order} />
        </aside>
      </div>
      {doing === 'hold' && <HoldDialog {...part} />}
      {doing === 'release' && <ReleaseDialog {...part} />}
      {doing === 'above-cap' && <AboveCapDialog {...part} />}
      {doing === 'settle' && <SettleDialog {...part} />}
      {doing === 'account' && <AccountDialog {...part} />}
    </>
  );
}

const AmountAndState = ({ order }: { order: Order }) => (
  <>
    {money(order.amount, order.currency)} <PayoutTags order={order} />
  </>
);

const BackLink = () => (
  <Link to="/envios" className={css.link}>
    Volver a Envíos
  </Link>
);

interface ActionsProps {
  order: Order;
  onDo: (what: Doing) => void;
  isAsking: boolean;
  onAsk: () => void;
}

function Actions({ order, onDo, isAsking, onAsk }: ActionsProps) {
  const me = useMe();
  const isHeld = order.waits_for === 'hold';
  const isQuestion = order.state === 'sent' || order.state === 'unknown';
  const all: [what: Doing, name: string, isShown: boolean][] = [
    [
      'hold',
      'Retener',
      order.state === 'planned' && !isHeld && allows(me, 'POST /api/staff/pay-outs/{id}/hold'),
    ],
    [
      'release',
      'Soltar',
      isHeld && order.waits === '' && allows(me, 'POST /api/staff/pay-outs/{id}/release'),
    ],
    [
      'above-cap',
      'Enviar por encima del tope',
      order.waits_for === 'above-cap' &&
        order.waits === '' &&
        allows(me, 'POST /api/staff/pay-outs/{id}/above-cap'),
    ],
    [
      'settle',
      'Resolver con comprobante',
      isQuestion &&
        order.waits === '' &&
        order.answers.length > 0 &&
        allows(me, 'POST /api/staff/pay-outs/{id}/settle'),
    ],
    [
      'account',
      'Pedir otra cuenta',
      order.may_ask_account && order.waits === '' && allows(me, 'POST /api/staff/pay-outs/{id}/account'),
    ],
  ];
  return (
    <>
      {isQuestion && allows(me, 'POST /api/staff/pay-outs/{id}/ask') && (
        <Button small busy={isAsking} onClick={onAsk}>
          Preguntar al proveedor
        </Button>
      )}
      {all
        .filter(([, , isShown]) => isShown)
        .map(([what, name]) => (
          <Button key={what} kind="ghost" small onClick={() => onDo(what)}>
            {name}
          </Button>
        ))}
    </>
  );
}

/** Only those who may read matches learn that it is one. */
function MatchWait() {
  if (!allows(useMe(), 'GET /api/staff/screening'))
    return 'No sale hasta que termine una revisión de Cumplimiento, aunque se lo suelte. ';
  return (
    <>
      No sale hasta que se decida una coincidencia de la persona, aunque se lo suelte.{' '}
      <Link to="/coincidencias" className={css.link}>
        Ir a Coincidencias
      </Link>
      .{' '}
    </>
  );
}

/** Requests about a planned order, by its obstacle. */
const ASKED: Readonly<Record<string, string>> = {
  hold: 'soltarlo',
  'above-cap': 'que salga por encima del tope del día',
};

/** Reason for waiting, manual resolutions, and related pages. */
function Standing({ order }: { order: Order }) {
  const { ruling } = order;
  const me = useMe();
  return (
    <>
      {order.late && (
        <Notice tone="bad" title={lateText(order)}>
          {order.waits_for === '' && readText(order)}
        </Notice>
      )}
      {order.waits_for && order.waits_for !== 'identity' && (
        <Notice tone="late">
          {heldBy(order) || (order.waits_for === 'hold' && 'Retenido sin motivo registrado. ')}
          {order.waits_for === 'held' &&
            'No sale hasta que se levante el bloqueo de la persona, aunque se lo suelte. '}
          {order.waits_for === 'match' && <MatchWait />}
          {order.waits_for === 'notice'
            ? `Sus vencimientos se corren por la demora. Sale el ${order.leaves_on} y puede cancelarlo hasta entonces.`
            : readText(order)}
        </Notice>
      )}
      {order.waits && (
        <Notice tone="late" title="Espera aprobación">
          {order.waits} pidió {ASKED[order.waits_for] ?? 'resolverlo con un comprobante'}. <RequestLink />
        </Notice>
      )}
      {order.awaits_identity && (
        <Notice tone="late">
          No sale hasta que alguien apruebe las fotos, aunque se lo suelte.{' '}
          {allows(me, 'GET /api/staff/identity') && (
            <Link to="/identidad" className={classes(css.link, css.whole)}>
              Ir a Identidad
            </Link>
          )}
        </Notice>
      )}
      {ruling && (
        <Notice
          tone={ruling.word === 'contradicts' ? 'bad' : 'off'}
          title={`Resuelto con comprobante: ${ruling.outcome === 'paid' ? 'se pagó' : 'no se pagó'}`}
        >
          Lo pidió {ruling.asked_by} y lo aprobó {ruling.approved_by}, <When at={ruling.at} />.{' '}
          {WORDS[ruling.word] ?? ''} <EvidenceLinks files={[ruling.file]} />
        </Notice>
      )}
      {order.state === 'failed' && order.may_ask_account && (
        <Notice tone="late" title="Falta otra cuenta">
          El préstamo quedó cancelado y la persona no debe nada. Para cobrarlo elige una cuenta en la página
          de ese préstamo y confirma de nuevo: sale una orden nueva, una sola vez.
        </Notice>
      )}
      {order.next && (
        <Notice tone="good" title="Confirmó de nuevo">
          Sigue en el <Link to={`/envios/${order.next}`}>envío del préstamo {order.next}</Link>.
        </Notice>
      )}
    </>
  );
}

/** Said of an order that the provider never saw. */
const NO_ANSWER: Readonly<Record<string, string>> = {
  planned: 'Todavía no se le mandó la orden.',
  canceled: 'No se le mandó la orden.',
};

function Answers({ order }: { order: Order }) {
  return (
    <section className={own.card} aria-labelledby="respuestas">
      <h2 id="respuestas">Qué contestó el proveedor</h2>
      {order.answers.length === 0 ? (
        <p className={css.minor}>{NO_ANSWER[order.state] ?? 'Todavía no contestó nada.'}</p>
      ) : (
        <Table caption="Respuestas, la más nueva primero" columns={['Respuesta', 'Preguntó', 'Cuándo']}>
          {order.answers.map((each) => (
            <tr key={each.id}>
              <th scope="row">
                {answerName(each.state)}
                {each.reason && <span className={css.minor}>{each.reason}</span>}
                {each.code && <span className={css.minor}>{each.code}</span>}
              </th>
              <td>{ASKED_NAMES[each.asked] ?? each.asked}</td>
              <td>
                <When at={each.last_at} />
                {each.times > 1 && (
                  <span className={css.minor}>
                    {each.times} veces desde <When at={each.first_at} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

const isUnfinished = ({ state }: Order) => !['confirmed', 'failed', 'canceled'].includes(state);

function About({ order }: { order: Order }) {
  const me = useMe();
  const rows: [name: string, value: ReactNode][] = [
    ['Persona', order.person || 'Sin nombre'],
    ['País', countryName(order.country)],
    ['Importe', money(order.amount, order.currency)],
    ['Por', wayName(order.rail)],
    ['Destino', `${order.bank} ${order.account}`.trim()],
    ['A nombre de', order.holder || 'No hay'],
    ['Referencia', order.reference],
    ['Intentos', order.tries],
    ['Préstamo', `${order.loan}: ${loanState(order.loan_state)}`],
    ...(order.canceled_for
      ? [['Por qué se canceló', cancelReason(order.canceled_for)] as [string, ReactNode]]
      : []),
    ['Confirmado', when(order.created_at)],
    ...(isUnfinished(order) && order.announced_on !== ''
      ? [
          [order.late ? 'Debía llegar' : 'Debe llegar', formatDate(calendarDate(order.announced_on))] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ['Última novedad', when(order.changed_at)],
    ...(order.receipt_code ? [['Comprobante', order.receipt_code] as [string, ReactNode]] : []),
    ...(order.delivered_on ? [['Entregado', order.delivered_on] as [string, ReactNode]] : []),
  ];
  return (
    <section className={own.card} aria-labelledby="datos">
      <h2 id="datos">El envío</h2>
      <dl className={own.facts}>
        {rows.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {allows(me, 'GET /api/staff/customers/{id}') && (
        <Link to={`/clientes/${order.customer}`} className={css.link}>
          Ver cliente
        </Link>
      )}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

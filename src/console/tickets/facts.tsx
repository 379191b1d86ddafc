import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { countryName, when } from '../../words/texts.ts';
import { STRANGERS, timesOf } from '../../words/tickets.ts';
import { Link } from '../ui/link.tsx';
import { Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { type Ticket, type TicketPartProps, useTicketWrite } from './ticket.ts';
import own from './tickets.module.css';

/** Customer, and since when. Contact data is masked: the customer's page reveals it to those allowed. */
export function AboutCard({ ticket }: { ticket: Ticket }) {
  const me = useMe();
  const loan = ticket.choices.loans.find(({ id }) => id === ticket.loan);
  const payment = ticket.choices.payments.find(({ id }) => id === ticket.payment);
  const rows: [name: string, value: React.ReactNode][] = [
    ...(ticket.is_strangers ? [['Escribió', STRANGERS] as [string, string]] : []),
    [ticket.is_strangers ? 'Sobre' : 'Nombre', ticket.person || 'Sin nombre'],
    ['Documento', ticket.document || 'No lo dijo'],
    ['Mail', ticket.email || 'No hay'],
    ['País', countryName(ticket.country)],
    ['Inicio', when(ticket.created_at)],
    ['Novedad', when(ticket.updated_at)],
    ...(timesOf(ticket) ? [['Tiempos', timesOf(ticket)] as [string, string]] : []),
    ...(loan ? [['Préstamo', loan.name] as [string, string]] : []),
    ...(payment ? [['Pago', payment.name] as [string, string]] : []),
  ];
  return (
    <section className={own.card} aria-labelledby="quien">
      <h2 id="quien">Quién escribió</h2>
      <dl className={own.facts}>
        {rows.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {ticket.customer && allows(me, 'GET /api/staff/customers/{id}') && (
        <Link to={`/clientes/${ticket.customer}`} className={css.link}>
          Ver cliente
        </Link>
      )}
      {!ticket.customer && <p className={css.minor}>No tiene cuenta o escribió sin ingresar.</p>}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** Assigns a ticket to a person; '' removes the assignment. */
const useAssign = ({ ticket, ...told }: TicketPartProps) =>
  useTicketWrite(
    told,
    (to: string) =>
      call('POST /api/staff/tickets/{id}/assign', {
        params: { id: ticket.id },
        version: ticket.version,
        body: to === '' ? {} : { person: to },
      }),
    ({ assigned }) => (assigned ? `Lo atiende ${assigned}.` : 'Quedó sin asignar.'),
  );

/** Assigns the ticket to oneself. */
export function TakeButton(part: TicketPartProps) {
  const me = useMe();
  const assign = useAssign(part);
  if (part.ticket.assigned_id === me.id || !allows(me, 'POST /api/staff/tickets/{id}/assign')) return null;
  return (
    <>
      <Button kind="ghost" small busy={assign.isPending} onClick={() => assign.mutate(me.id)}>
        Tomar
      </Button>
      <Trouble error={assign.error} />
    </>
  );
}

export function AssignCard(part: TicketPartProps) {
  const { ticket } = part;
  const me = useMe();
  const [person, setPerson] = useState<string>();
  const assign = useAssign(part);
  const mayAssign = allows(me, 'POST /api/staff/tickets/{id}/assign');
  return (
    <section className={own.card} aria-labelledby="atiende">
      <h2 id="atiende">Atiende</h2>
      <p>{ticket.assigned || 'Nadie'}</p>
      {mayAssign && (
        <>
          <label className={css.field}>
            <span>Asignar a</span>
            <select value={person ?? ticket.assigned_id} onChange={(event) => setPerson(event.target.value)}>
              <option value="">Nadie</option>
              {ticket.choices.people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Button
            kind="ghost"
            small
            busy={assign.isPending}
            disabled={person === undefined || person === ticket.assigned_id}
            onClick={() => assign.mutate(person ?? '', { onSuccess: () => setPerson(undefined) })}
          >
            Asignar
          </Button>
          <Trouble error={assign.error} />
        </>
      )}
    </section>
  );
}

export function LinkCard({ ticket, onDone, onStale }: TicketPartProps) {
  const me = useMe();
  const [chosen, setChosen] = useState<string>();
  const current = ticket.payment ? `payment:${ticket.payment}` : ticket.loan ? `loan:${ticket.loan}` : '';
  const link = useTicketWrite(
    { onDone, onStale },
    (to: string) => {
      const [kind, id = ''] = to.split(':');
      return call('POST /api/staff/tickets/{id}/link', {
        params: { id: ticket.id },
        version: ticket.version,
        body: kind === 'payment' ? { payment: id } : kind === 'loan' ? { loan: id } : {},
      });
    },
    () => {
      setChosen(undefined);
      return 'Vínculo guardado.';
    },
  );
  const { loans, payments } = ticket.choices;
  if (!allows(me, 'POST /api/staff/tickets/{id}/link') || loans.length === 0) return null;
  return (
    <section className={own.card} aria-labelledby="vinculo">
      <h2 id="vinculo">De qué se trata</h2>
      <label className={css.field}>
        <span>Préstamo o pago</span>
        <select value={chosen ?? current} onChange={(event) => setChosen(event.target.value)}>
          <option value="">Ninguno</option>
          <optgroup label="Préstamos">
            {loans.map(({ id, name }) => (
              <option key={id} value={`loan:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label="Pagos">
            {payments.map(({ id, name }) => (
              <option key={id} value={`payment:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <Button
        kind="ghost"
        small
        busy={link.isPending}
        disabled={chosen === undefined || chosen === current}
        onClick={() => link.mutate(chosen ?? '')}
      >
        Guardar vínculo
      </Button>
      <Trouble error={link.error} />
    </section>
  );
}

import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { classes } from '../../ui/classes.ts';
import { Tag } from '../../ui/tag.tsx';
import { CHANNEL_NAMES, RESULT_NAMES } from '../../words/collection-names.ts';
import { CONTACT_KINDS, PROMISE_STATES, type Case } from '../../words/collections.ts';
import { wayName } from '../../words/names.ts';
import { money } from '../amounts.ts';
import { allows, useMe } from '../session.ts';
import css from '../ui/page.module.css';
import { When } from '../ui/when.tsx';
import own from './collections.module.css';

const shown = (day: string) => formatDate(calendarDate(day));
const tones = { open: 'late', kept: 'good', broken: 'bad' } as const;

interface PromisesProps {
  found: Case;
  onExtend: (promise: Case['promises'][number]) => void;
}

/** Promises, judged by the payments. */
export function Promises({ found, onExtend }: PromisesProps) {
  const me = useMe();
  if (found.promises.length === 0) return null;
  const mayExtend = allows(me, 'POST /api/staff/customers/{id}/promises/{promise}/extend');
  return (
    <section aria-labelledby="promesas" className={own.card}>
      <h2 id="promesas">Promesas</h2>
      <ul className={own.list}>
        {found.promises.map((promise) => (
          <li key={promise.id}>
            <Tag tone={tones[promise.state]}>{PROMISE_STATES[promise.state]}</Tag>{' '}
            {money(promise.amount, promise.currency)} hasta el {shown(promise.until)}
            {promise.is_extended && ' (extendida)'}
            <span className={css.minor}>
              {promise.by || 'La propia persona'}, el {shown(promise.made_on)}. Pagó{' '}
              {money(promise.paid, promise.currency)}.
            </span>
            {promise.state === 'open' && !promise.is_extended && mayExtend && (
              <button type="button" className={css.link} onClick={() => onExtend(promise)}>
                Extender
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Contacts, newest first, with their results. */
export function Contacts({ found }: { found: Case }) {
  return (
    <section aria-labelledby="contactos" className={own.card}>
      <h2 id="contactos">Contactos</h2>
      {found.contacts.length === 0 && <p>Todavía no se la contactó.</p>}
      <ul className={classes(own.list, own.history)}>
        {found.contacts.map((contact) => (
          <li key={contact.id}>
            <span className={own.what}>
              <strong>
                {contact.channel === 'call'
                  ? CHANNEL_NAMES.call
                  : `${CONTACT_KINDS[contact.kind] ?? contact.kind}, ${CHANNEL_NAMES[contact.channel]}`}
              </strong>
              <When at={contact.at} />
            </span>
            {contact.result !== '' && <span>{RESULT_NAMES[contact.result]}. </span>}
            {contact.note && <span className={own.words}>{contact.note}</span>}
            <span className={css.minor}>{contact.by || 'Automático'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Payments of all loans, newest first. */
export function Payments({ found }: { found: Case }) {
  return (
    <section aria-labelledby="pagos" className={own.card}>
      <h2 id="pagos">Pagos</h2>
      {found.payments.length === 0 && <p>Todavía no pagó nada.</p>}
      <ul className={own.list}>
        {found.payments.map((payment) => (
          <li key={payment.id}>
            {shown(payment.value_date)}: <strong>{money(payment.amount, payment.currency)}</strong>,{' '}
            {wayName(payment.source)}
            {payment.reversed_on && (
              <span className={css.minor}>Revertido el {shown(payment.reversed_on)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { addDays, calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { classes } from '../../ui/classes.ts';
import { dated } from '../../ui/dated.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CHANNEL_NAMES } from '../../words/collection-names.ts';
import { refusalText, type Case } from '../../words/collections.ts';
import { money, sumUnits } from '../amounts.ts';
import css from '../ui/page.module.css';
import { Day } from '../ui/when.tsx';
import own from './collections.module.css';

const shown = (day: string) => formatDate(calendarDate(day));
/** Furthest day to compute the debt for. */
const furthestDays = 90;

/** Debt of today and of a day, with what each day adds. */
export function Debt({ found, onDay }: { found: Case; onDay: (day: string) => void }) {
  const { loans, currency } = found;
  const inMoney = (units: number) => money(units, currency);
  if (loans.length === 0)
    return (
      <section aria-labelledby="deuda" className={own.card}>
        <h2 id="deuda">Deuda</h2>
        <p>No tiene préstamos que pueda pagar ahora.</p>
      </section>
    );
  const total = (of: (loan: Case['loans'][number]) => number) => inMoney(sumUnits(loans.map(of)));
  return (
    <section aria-labelledby="deuda" className={own.card}>
      <h2 id="deuda">Deuda</h2>
      <dl className={own.figures}>
        <Figure name="Debe hoy" value={total(({ due }) => due)} isStrong />
        <Figure name="De eso, vencido" value={inMoney(found.overdue)} />
        <Figure name="Días de atraso" value={String(found.days_late)} />
        <Figure name="Cada día suma" value={total(({ per_day: perDay }) => perDay)} />
        <Figure name="Promesas sin cumplir" value={String(found.broken_promises)} />
      </dl>
      <div className={own.day}>
        <label className={css.field}>
          <span>Cuánto va a deber el</span>
          <input
            type="date"
            min={addDays(calendarDate(found.today), 1)}
            max={addDays(calendarDate(found.today), furthestDays)}
            value={found.day}
            onChange={(event) => onDay(event.target.value)}
          />
        </label>
        <p aria-live="polite">
          El {shown(found.day)} va a deber <strong>{total(({ due_on_day: due }) => due)}</strong>.
        </p>
      </div>
      <ul className={own.list}>
        {loans.map((loan) => (
          <li key={loan.id}>
            <strong>Préstamo {loan.id}</strong>
            {loan.overdue_instalments.length === 0 && <p>Sin cuotas vencidas.</p>}
            <ul className={own.lines}>
              {loan.overdue_instalments.map(({ number, payable_until: until, owed }) => (
                <li key={number}>
                  Cuota {number} · venció <Day iso={until} /> · {money(owed, loan.currency)}
                </li>
              ))}
            </ul>
            <p>Para terminarlo hoy: {inMoney(loan.payoff)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isStrong ? own.strong : undefined}>{value}</dd>
    </div>
  );
}

/** Answer of the contact gate for each channel now, with the masked contacts. */
export function Gate({ found }: { found: Case }) {
  const [first] = found.gate;
  const isSame =
    first && first.refused !== '' && found.gate.every((each) => refusalText(each) === refusalText(first));
  if (isSame)
    return (
      <section aria-labelledby="contactar" className={classes(own.card, own.gate)}>
        <h2 id="contactar">¿Se la puede contactar ahora?</h2>
        <p>{dated(`No se puede ahora: ${refusalText(first)}.`)}</p>
      </section>
    );
  const to = { call: found.phone, sms: found.phone, whatsapp: found.phone, mail: found.email };
  return (
    <section aria-labelledby="contactar" className={classes(own.card, own.gate)}>
      <h2 id="contactar">¿Se la puede contactar ahora?</h2>
      <ul className={own.list}>
        {found.gate.map(({ channel, refused, ...more }) => (
          <li key={channel}>
            <strong>{CHANNEL_NAMES[channel]}</strong>{' '}
            <Tag tone={refused === '' ? 'good' : 'off'}>{refused === '' ? 'Sí' : 'No'}</Tag>
            {refused === '' ? (
              <span className={css.minor}>{to[channel]}</span>
            ) : (
              <span className={classes(css.minor, own.sentence)}>
                {dated(`${refusalText({ refused, ...more })}.`)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {found.gate.length === 0 && <p>No tiene nada para pagar.</p>}
    </section>
  );
}

import type { ReactNode } from 'react';
import { cardBrandName } from '../../countries/identifiers/cards.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { classes } from '../../ui/classes.ts';
import { dated } from '../../ui/dated.tsx';
import { Tag } from '../../ui/tag.tsx';
import { loanState } from '../../words/names.ts';
import { stateName, waitName } from '../../words/payouts.ts';
import { leftText, REQUEST_NAMES } from '../../words/requests.ts';
import { when } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { allows, useMe } from '../session.ts';
import { Link } from '../ui/link.tsx';
import page from '../ui/page.module.css';
import {
  decisionText,
  toldText,
  loanTone,
  instalmentNumbers,
  isUnpaid,
  lateNote,
  PURPOSE_NAMES,
  standingName,
  STATUS_NAMES,
  STEP_NAMES,
  type AskedLoan,
  type Customer,
  type Loan,
} from './texts.ts';
import css from './customers.module.css';
import { ENTRIES } from '../../countries/entries.ts';

/** Answers to a caller's first questions, above the details. */
export function AskedFirst({ customer }: { customer: Customer }) {
  const { asked, loans } = customer;
  return (
    <section aria-labelledby="ahora" className={css.card}>
      <h2 id="ahora">Para contestar</h2>
      {asked.loans.map((each) => {
        const loan = loans.find(({ id }) => id === each.id);
        return loan && <OfLoan key={each.id} loan={loan} about={each} methods={asked.methods} />;
      })}
      <dl className={css.answers}>
        {loans.length === 0 && <Answer name="Préstamo">No tiene</Answer>}
        {asked.step !== '' && (
          <Answer name="Solicitud" note="Es el paso que le falta.">
            {STEP_NAMES[asked.step] ?? asked.step}
          </Answer>
        )}
        <DecisionPart customer={customer} />
        {asked.requests.map((request) => (
          <Answer
            key={`${request.kind}-${request.requested_at}`}
            name={`Pidió: ${REQUEST_NAMES[request.kind]}`}
            note={[request.code, `el ${when(request.requested_at)}`].filter(Boolean).join(' · ')}
          >
            {request.state === 'return-due' ? 'Tiene que devolver el dinero' : 'Espera nuestra respuesta'}
            {request.due !== null &&
              `, hasta el ${formatDate(calendarDate(request.due))} (${leftText(request.days_left).toLowerCase()})`}
            {request.ticket !== '' && (
              <>
                {' '}
                <Link className={page.link} to={`/tickets/${request.ticket}`}>
                  Ver el ticket
                </Link>
              </>
            )}
          </Answer>
        ))}
      </dl>
    </section>
  );
}

interface AnswerProps {
  name: string;
  note?: string | undefined;
  isStrong?: boolean;
  isBad?: boolean;
  children: ReactNode;
}

function Answer({ name, note, isStrong = false, isBad = false, children }: AnswerProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes(isStrong && css.strong, isBad && css.bad)}>{dated(children)}</dd>
      {note && <dd className={page.minor}>{dated(note)}</dd>}
    </div>
  );
}

interface OfLoanProps {
  loan: Loan;
  about: AskedLoan;
  methods: readonly string[];
}

function OfLoan({ loan, about, methods }: OfLoanProps) {
  const inMoney = (units: number) => money(units, loan.currency);
  const isRunning = loan.state === 'approved';
  const isLate = isRunning && loan.status === 'delayed';
  return (
    <div className={css.asked}>
      <p className={css.askedTitle}>
        <strong>Préstamo {loan.id}</strong>{' '}
        <Tag tone={loanTone(loan)}>{isRunning ? STATUS_NAMES[loan.status] : loanState(loan.state)}</Tag>
        {about.is_paused && <Tag tone="late">Débitos y recordatorios en pausa</Tag>}
      </p>
      <dl className={css.answers}>
        {isRunning && (
          <Answer name="Debe hoy" note={lateNote(loan)} isStrong isBad={isLate}>
            {inMoney(loan.due_today)}
          </Answer>
        )}
        {isRunning && <ToPay loan={loan} methods={methods} />}
        {loan.credit > 0 && (
          <Answer name="A favor" isStrong>
            {inMoney(loan.credit)}
          </Answer>
        )}
        {about.open_payments.map((payment) => (
          <Answer
            key={`${payment.reference}-${payment.instalments.join('-')}`}
            name={payment.state === 'charging' ? 'Pago en proceso' : 'Pago abierto'}
            note={openNote(payment)}
          >
            {inMoney(payment.amount)} por {payment.method}
            {payment.state === 'open' && `, hasta el ${payment.due_date}`}
          </Answer>
        ))}
        {isRunning && <DebitPart debit={about.debit} />}
        <PayoutPart about={about} loan={loan} inMoney={inMoney} />
        {loan.promise !== '' && loan.state !== 'canceled' && (
          <Answer name="Le dijimos">{loan.promise}</Answer>
        )}
        {about.payout?.waits_for === 'identity' && (
          <Answer name="Le dijimos">
            Que miramos las fotos de su documento antes de enviarle el dinero, sin decirle un día.
          </Answer>
        )}
        <MembershipPart membership={about.membership} inMoney={inMoney} />
        {about.waiting && (
          <Answer
            name="Espera aprobación"
            note={`Lo pidió ${about.waiting.by}, ${when(about.waiting.at)}. Todavía no cambió nada.`}
          >
            {about.waiting.text}
          </Answer>
        )}
      </dl>
    </div>
  );
}

/** Instalments to pay now: those overdue, or else the next one. */
function ToPay({ loan, methods }: { loan: Loan; methods: readonly string[] }) {
  const unpaid = loan.instalments.filter(isUnpaid);
  const late = unpaid.filter(({ days_late: days }) => days > 0);
  const chosen = late.length > 0 ? late : unpaid.slice(0, 1);
  const [first] = chosen;
  if (!first) return null;
  const by = methods.length === 0 ? undefined : `Por ${methods.join(', ')}`;
  const until =
    late.length > 0 || first.payable_until === first.due_date
      ? `vence el ${first.due_date}`
      : `vence el ${first.due_date}, sin recargo hasta el ${first.payable_until}`;
  const numbers = instalmentNumbers(chosen.map(({ number }) => number));
  return (
    <Answer name="Qué pagar y cómo" note={by}>
      {late.length > 0 ? `${numbers}, hoy` : `${numbers}: ${money(first.amount, loan.currency)}, ${until}`}
    </Answer>
  );
}

function openNote(payment: AskedLoan['open_payments'][number]): string {
  return [
    payment.purpose === 'instalments'
      ? instalmentNumbers(payment.instalments)
      : (PURPOSE_NAMES[payment.purpose] ?? payment.purpose),
    payment.reference && `referencia ${payment.reference}`,
    payment.barcode && `código ${payment.barcode}`,
    payment.is_strangers && 'lo pidió alguien sin ingresar',
  ]
    .filter(Boolean)
    .join(' · ');
}

function DebitPart({ debit }: { debit: AskedLoan['debit'] }) {
  if (!debit) return <Answer name="Próximo débito">Ninguno</Answer>;
  const card =
    debit.last_four === ''
      ? ''
      : `${cardBrandName(debit.brand) ?? 'Tarjeta'} terminada en ${debit.last_four}`;
  const what = {
    planned: `El ${debit.on}`,
    charging: 'Se está cobrando',
    declined: 'Lo rechazó la tarjeta',
  }[debit.state];
  return (
    <Answer
      name="Próximo débito"
      note={[`Cuota ${debit.instalment}`, card].filter(Boolean).join(' · ')}
      isBad={debit.state === 'declined'}
    >
      {what}
    </Answer>
  );
}

interface PayoutPartProps {
  about: AskedLoan;
  loan: Loan;
  inMoney: (units: number) => string;
}

/** State of the payout, for staff who may read payouts; the loan below says to all when the money arrived. */
function PayoutPart({ about: { payout }, loan, inMoney }: PayoutPartProps) {
  const me = useMe();
  if (!payout) return null;
  const isDone = payout.state === 'confirmed';
  // The payout of a finished loan is no longer of interest.
  if (isDone && loan.state === 'finished') return null;
  const isStill = payout.waits_for !== '' && payout.waits_for !== 'notice';
  const why = payout.waits_for === 'notice' ? waitName(payout.waits_for) : '';
  return (
    <Answer
      name="Envío del dinero"
      note={[inMoney(payout.amount), payout.account && `a la cuenta ${payout.account}`, why]
        .filter(Boolean)
        .join(' · ')}
      isBad={payout.late || isStill || payout.state === 'failed' || payout.contradicted}
    >
      {isDone && loan.delivered_on
        ? `Llegó el ${loan.delivered_on}`
        : isStill
          ? `No sale: ${inSentence(waitName(payout.waits_for))}`
          : stateName(payout.state)}
      {payout.late && ', demorado'}
      {payout.contradicted && ', en contradicción'}
      {!isDone && allows(me, 'GET /api/staff/pay-outs/{id}') && (
        <>
          {' '}
          <Link className={page.link} to={`/envios/${loan.id}`}>
            Ver el envío
          </Link>
        </>
      )}
    </Answer>
  );
}

const inSentence = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

interface MembershipPartProps {
  membership: AskedLoan['membership'];
  inMoney: (units: number) => string;
}

function MembershipPart({ membership, inMoney }: MembershipPartProps) {
  if (!membership) return null;
  const { price, owed, ended_at: endedAt, charge_on: chargeOn, charge_state: state } = membership;
  const charged =
    owed > 0
      ? state === 'planned' && chargeOn
        ? `Se cobra el ${chargeOn}`
        : `Debe ${inMoney(owed)}`
      : membership.is_waived
        ? 'No se cobra'
        : 'Pagada';
  return (
    <Answer name="Membresía" note={`${inMoney(price)} · ${charged}`}>
      {endedAt === '' ? 'La tiene' : `Terminó el ${when(endedAt)}`}
    </Answer>
  );
}

/** The last decision and its offer. With a loan under way a used offer is of no interest. */
function DecisionPart({ customer: { asked, country, loans } }: { customer: Customer }) {
  const { decision } = asked;
  const isUnderWay = loans.some(({ state }) => state !== 'finished' && state !== 'canceled');
  if (!decision || (isUnderWay && decision.max_amount !== null)) return null;
  const { currency } = ENTRIES[country].pack;
  const { max_amount: most, min_amount: least } = decision;
  const until = decision.is_live
    ? `vale hasta el ${when(decision.expires)}`
    : `venció el ${when(decision.expires)}`;
  const facts = [
    decision.age === null ? '' : `${decision.age} años`,
    standingName(decision.bureau),
    `lista ${decision.price_list}`,
    `decidida el ${when(decision.at)}`,
  ];
  return (
    <Answer
      name={most === null ? 'Rechazo' : 'Oferta'}
      note={facts.filter(Boolean).join(' · ')}
      isBad={most === null && decision.is_live}
    >
      {most === null
        ? `${decisionText(decision.rule)}. ${toldText(decision.told)}${decision.is_live ? 'Puede volver a pedir desde el' : 'Pudo volver a pedir desde el'} ${when(decision.expires)}`
        : `De ${money(least ?? 0, currency)} a ${money(most, currency)}, ${until}. ${decisionText(decision.rule)}`}
    </Answer>
  );
}

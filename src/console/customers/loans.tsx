import { countryOfCurrency, packOf } from '../../countries/index.ts';
import { classes } from '../../ui/classes.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { instalmentCount, loanState, wayName } from '../../words/names.ts';
import { allows, useMe } from '../session.ts';
import { when } from '../../words/texts.ts';
import { Table } from '../ui/list.tsx';
import page from '../ui/page.module.css';
import { LoanChanges } from './loan-changes.tsx';
import { instalmentState, loanTone, STATUS_NAMES, type Customer, type Loan } from './texts.ts';
import css from './customers.module.css';
import { WriteOff } from './write-off.tsx';

const instalmentTones: Readonly<Record<string, Tone>> = {
  payed: 'good',
  late: 'good',
  delayed: 'bad',
};

interface LoansProps {
  customer: Customer;
  /** @param message confirmation to show */
  onDone: (message: string) => void;
  /** Called to read the page again. */
  onChanged: () => void;
}

/** Loans, newest first, each with today's standing and its schedule. */
export function Loans({ customer, ...changed }: LoansProps) {
  return (
    <section aria-labelledby="prestamos" className={css.card}>
      <h2 id="prestamos">Préstamos</h2>
      {customer.loans.length === 0 ? (
        <p className={css.none}>Todavía no tuvo préstamos.</p>
      ) : (
        customer.loans.map((loan, index) => (
          <OneLoan key={loan.id} loan={loan} customer={customer} isOpen={index === 0} {...changed} />
        ))
      )}
    </section>
  );
}

function OneLoan({ loan, customer, isOpen, ...changed }: LoansProps & { loan: Loan; isOpen: boolean }) {
  const me = useMe();
  const inMoney = (units: number) => money(units, loan.currency);
  const isRunning = loan.state === 'approved';
  return (
    <details className={css.loan} open={isOpen}>
      <summary>
        <strong>Préstamo {loan.id}</strong> {inMoney(loan.amount)} en{' '}
        {instalmentCount(loan.instalments.length)}{' '}
        <Tag tone={loanTone(loan)}>{isRunning ? STATUS_NAMES[loan.status] : loanState(loan.state)}</Tag>{' '}
        {loan.write_off && <Tag tone="off">Castigado el {loan.write_off.on}</Tag>}
      </summary>
      <dl className={css.figures}>
        <Figure name="Debe hoy" value={inMoney(loan.due_today)} />
        {loan.credit > 0 && <Figure name="A favor" value={inMoney(loan.credit)} />}
        {loan.shortfall > 0 && <Figure name="Falta de lo devuelto" value={inMoney(loan.shortfall)} />}
        <Figure name="Total" value={inMoney(loan.final_amount)} />
        {loan.delivered_on === '' && loan.state !== 'canceled' && (
          <Figure name="Va a recibir" value={inMoney(loan.delivered)} />
        )}
        {loan.delivered_on && <Figure name="Recibido" value={inMoney(loan.delivered)} />}
        {loan.delivered_on && <Figure name="Recibido el" value={loan.delivered_on} />}
        <Figure name="Por" value={wayName(loan.delivery)} />
        <Figure name="Confirmado" value={when(loan.created_at)} />
        {loan.next_due_date && <Figure name="Próximo vencimiento" value={loan.next_due_date} />}
        {loan.next_payable_until !== loan.next_due_date && (
          <Figure name="Sin recargo hasta" value={loan.next_payable_until} />
        )}
        {loan.days_late > 0 && <Figure name="Días de atraso" value={String(loan.days_late)} />}
        {loan.negative && <Figure name="Atraso desde" value={loan.negative.since} />}
        {loan.negative && <Figure name="Se puede informar hasta" value={loan.negative.until} />}
        {loan.negative && loan.negative.renewed_until !== '' && (
          <Figure name="Si se renueva, hasta" value={loan.negative.renewed_until} />
        )}
      </dl>
      <WriteOff customer={customer} loan={loan} {...changed} />
      {loan.has_agreement && allows(me, 'GET /api/staff/customers/{id}/loans/{loan}/agreement') && (
        <p className={css.paper}>
          <a
            className={page.link}
            href={`/api/staff/customers/${customer.id}/loans/${loan.id}/agreement`}
            target="_blank"
            rel="noopener"
          >
            Contrato y {packOf(countryOfCurrency(loan.currency)).noteInText} (PDF, se abre aparte)
          </a>
        </p>
      )}
      {loan.instalments.length > 0 && <Schedule loan={loan} />}
      {loan.delivered_on && loan.state !== 'canceled' && <LoanChanges loan={loan} />}
    </details>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Schedule({ loan }: { loan: Loan }) {
  const inMoney = (units: number) => money(units, loan.currency);
  return (
    <Table
      caption={`Cuotas del préstamo ${loan.id}`}
      frame={`Cuotas del préstamo ${loan.id}`}
      columns={['Cuota', 'Vence', ['Importe', page.number], ['Pagado', page.number], ['Mora', page.number]]}
    >
      {loan.instalments.map((each) => (
        <tr key={each.number}>
          <th scope="row">
            <span className={page.whole}>
              Cuota {each.number}{' '}
              <Tag tone={instalmentTones[each.state] ?? 'off'}>{instalmentState(each)}</Tag>
            </span>
          </th>
          <td className={page.brief}>
            <span className={page.whole}>{each.due_date}</span>
            {each.payable_until !== each.due_date && (
              <span className={page.minor}>
                sin recargo hasta <span className={page.whole}>{each.payable_until}</span>
              </span>
            )}
            {each.days_late > 0 && (
              <span className={page.minor}>
                {each.days_late === 1 ? '1 día' : `${each.days_late} días`} de atraso
              </span>
            )}
            {each.paid_on && (
              <span className={page.minor}>
                pagada el <span className={page.whole}>{each.paid_on}</span>
              </span>
            )}
          </td>
          <td className={page.number}>{inMoney(each.amount)}</td>
          <td className={page.number}>{inMoney(each.paid)}</td>
          <td className={classes(page.number, each.default_interest === 0 && page.nil)}>
            {inMoney(each.default_interest)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

import { Tag } from '../../web/ui/tag.tsx';
import page from '../ui/page.module.css';
import { money, type Customer } from './texts.ts';
import css from './customers.module.css';

/** What came in, newest first. */
export function Payments({ customer }: { customer: Customer }) {
  return (
    <section aria-labelledby="pagos" className={css.card}>
      <h2 id="pagos">Pagos</h2>
      {customer.payments.length === 0 ? (
        <p className={css.none}>Todavía no pagó nada.</p>
      ) : (
        <div
          className={`${page.frame} ${css.bounded}`}
          tabIndex={0}
          role="region"
          aria-label="Lista de pagos"
        >
          <table className={page.table}>
            <caption className="visually-hidden">Pagos, el más nuevo primero</caption>
            <thead>
              <tr>
                <th scope="col">Fecha</th>
                <th scope="col">Préstamo</th>
                <th scope="col">Medio y referencia</th>
                <th scope="col" className={css.number}>
                  Importe
                </th>
              </tr>
            </thead>
            <tbody>
              {customer.payments.map((each) => (
                <tr key={each.id}>
                  <th scope="row">{each.value_date}</th>
                  <td>{each.loan}</td>
                  <td>
                    {each.source}
                    <span className={css.reference}>{each.reference}</span>
                    {each.reversed_on && <Tag tone="bad">Revertido el {each.reversed_on}</Tag>}
                  </td>
                  <td className={css.number}>{money(each.amount, each.currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {customer.more_payments && <p className={css.none}>Se muestran los 100 más nuevos.</p>}
    </section>
  );
}

import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { dated } from '../../ui/dated.tsx';
import { Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { Table } from '../ui/list.tsx';
import page from '../ui/page.module.css';
import { wayName } from '../../words/names.ts';
import { type Customer } from './texts.ts';
import css from './customers.module.css';

const atFirst = 8;

/** Money that came in for a customer's loans, and what left them again, newest first. */
export function Payments({ customer }: { customer: Customer }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? customer.payments : customer.payments.slice(0, atFirst);
  return (
    <section aria-labelledby="pagos" className={css.card}>
      <h2 id="pagos">Pagos</h2>
      {customer.payments.length === 0 ? (
        <p className={css.none}>Todavía no pagó nada.</p>
      ) : (
        <Table
          caption="Pagos, el más nuevo primero"
          columns={['Fecha', 'Préstamo', 'Medio y referencia', ['Importe', page.number]]}
        >
          {shown.map((each) => (
            <tr key={each.id}>
              <th scope="row" className={page.brief}>
                {dated(each.value_date)}
              </th>
              <td className={page.brief}>{each.loan}</td>
              <td>
                {wayName(each.source)}
                <span className={css.reference}>{each.reference}</span>
                {each.amount < 0 && <Tag>Salió</Tag>}
                {each.reversed_on && <Tag tone="bad">Revertido el {each.reversed_on}</Tag>}
              </td>
              <td className={page.number}>{money(each.amount, each.currency)}</td>
            </tr>
          ))}
        </Table>
      )}
      {shown.length < customer.payments.length && (
        <p>
          <Button kind="ghost" small onClick={() => setWhole(true)}>
            Ver los {customer.payments.length}
          </Button>
        </p>
      )}
      {isWhole && customer.more_payments && <p className={css.none}>Se muestran los 100 más nuevos.</p>}
    </section>
  );
}

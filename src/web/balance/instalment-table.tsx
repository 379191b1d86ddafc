import { MoneyText } from '../ui/money-text.tsx';
import { Tag } from '../ui/tag.tsx';
import type { Instalment } from './balance-query.ts';
import css from './balance.module.css';
import { inReadingOrder, isPaid, stateName, toneOf } from './standing.ts';
import { instalmentTexts as texts } from './texts.ts';

/**
 * The instalments in six columns; on a phone each row is drawn as a card and stays a row for a screen reader.
 */
export function InstalmentTable({ instalments }: { instalments: readonly Instalment[] }) {
  if (instalments.length === 0) return <p>{texts.empty}</p>;
  const columns = [texts.number, texts.due, texts.paid, texts.interest, texts.amount, texts.state];
  return (
    <table className={css.table} aria-label={texts.caption}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inReadingOrder(instalments).map((each) => (
          <Row key={each.id} instalment={each} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ instalment }: { instalment: Instalment }) {
  const { number, amount, due_date_format, pay_date_format, interest_acum_amount } = instalment;
  return (
    <tr>
      <th scope="row" className={css.number}>
        <span className={css.wide}>{number}</span>
        <span className={css.narrow}>{texts.numbered(number)}</span>
      </th>
      <td className={css.due}>
        <span className={css.wide}>{due_date_format}</span>
        <span className={css.narrow}>
          <When instalment={instalment} />
        </span>
      </td>
      <td className={css.paidOn}>{pay_date_format || texts.none}</td>
      <td className={css.interest}>
        {interest_acum_amount > 0 ? (
          <>
            <span className={css.narrow}>{texts.interest} </span>
            <MoneyText units={interest_acum_amount} />
          </>
        ) : (
          <span className={css.wide}>{texts.none}</span>
        )}
      </td>
      <td className={css.amount}>
        <MoneyText units={amount} />
      </td>
      <td className={css.state}>
        <Tag tone={toneOf(instalment)}>{stateName(instalment)}</Tag>
      </td>
    </tr>
  );
}

/** The date that matters, in words; it is never broken at its hyphens. */
function When({ instalment }: { instalment: Instalment }) {
  const { pay_date_format, due_date_format, days_late } = instalment;
  const isPast = days_late > 0 && !isPaid(instalment);
  const words = pay_date_format ? texts.wasPaid : isPast ? texts.wasDue : texts.isDue;
  return (
    <>
      {words} <span className={css.date}>{pay_date_format || due_date_format}</span>
    </>
  );
}

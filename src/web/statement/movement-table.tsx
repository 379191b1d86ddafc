import { statementTexts as shared } from '../../countries/papers/statement-texts.ts';
import { classes } from '../../ui/classes.ts';
import { useExactMoney } from '../ui/use-money.ts';
import css from './statement.module.css';
import type { Statement } from './statement-query.ts';
import { statementPageTexts as texts } from './texts.ts';

/** One row a movement; on a phone each is drawn as a card and stays a row for a screen reader. */
export function MovementTable({ movements }: { movements: Statement['movements'] }) {
  const money = useExactMoney();
  return (
    <table className={css.table} aria-label={texts.movements}>
      <thead>
        <tr>
          {shared.heads
            .filter((head) => head !== shared.detailHead)
            .map((head, index) => (
              <th key={head} scope="col" className={index > 1 ? css.figure : undefined}>
                {head}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {movements.map((each, index) => (
          <tr key={index} className={css[kindOf(each.kind)]}>
            <td className={css.date}>{each.date}</td>
            <th scope="row" className={css.concept}>
              {each.concept}
              {each.detail !== '' && <span className={css.detail}>{each.detail}</span>}
            </th>
            <td className={classes(css.figure, css.charge)}>{each.charge > 0 && money(each.charge)}</td>
            <td className={classes(css.figure, css.credit)}>{each.credit > 0 && `-${money(each.credit)}`}</td>
            <td className={classes(css.figure, css.balance)}>
              <span className={css.narrow}>{texts.balanceAfter} </span>
              {money(each.balance)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Row style: good if it lessens the debt, bad for default interest, plain otherwise. */
function kindOf(kind: Statement['movements'][number]['kind']): 'good' | 'late' | 'plain' {
  if (kind === 'payment' || kind === 'discount') return 'good';
  return kind === 'default-interest' ? 'late' : 'plain';
}

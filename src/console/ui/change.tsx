import { changeRows } from '../../words/facts.ts';
import { classes } from '../../ui/classes.ts';
import css from './page.module.css';

interface ChangeProps {
  /** Facts as an answer carries them. */
  before: string;
  after: string;
}

const amount = /^-?\$/;

/** Before and after: facts first, then the ledger by account. */
export function Change({ before, after }: ChangeProps) {
  return (
    <table className={classes(css.table, css.change)}>
      <caption className="visually-hidden">Lo que cambia</caption>
      <thead>
        <tr>
          <th scope="col">Qué</th>
          <th scope="col">Cómo está</th>
          <th scope="col">Cómo quedaría</th>
        </tr>
      </thead>
      <tbody>
        {changeRows(before, after).map(({ key, name, ...sides }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {[sides.before, sides.after].map((value, index) => (
              <td
                key={index === 0 ? 'before' : 'after'}
                className={amount.test(sides.before) || amount.test(sides.after) ? css.number : undefined}
              >
                {value || '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

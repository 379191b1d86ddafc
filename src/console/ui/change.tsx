import { changesOf } from '../../words/approvals.ts';
import type { ChangeRow } from '../../words/facts.ts';
import { classes } from '../../ui/classes.ts';
import css from './page.module.css';

const heads = { before: 'Cómo está', after: 'Cómo quedaría' } as const;

interface ChangeProps {
  /** Facts as an answer carries them. */
  before: string;
  after: string;
}

/** Before and after of what changes; the ledger behind it is folded. */
export function Change(facts: ChangeProps) {
  const { changes, ledger } = changesOf(facts);
  return (
    <>
      <ChangeTable rows={changes} />
      {ledger.length > 0 && <LedgerChange rows={ledger} />}
    </>
  );
}

/** Ledger accounts before and after, for who keeps the books. */
export function LedgerChange({ rows }: { rows: readonly ChangeRow[] }) {
  return (
    <details>
      <summary className={css.summary}>Asientos en el libro</summary>
      <ChangeTable rows={rows} none="$0" />
    </details>
  );
}

/** @param none shown for a side that has no value */
export function ChangeTable({ rows, none = '' }: { rows: readonly ChangeRow[]; none?: string }) {
  const hasBefore = rows.some(({ before }) => before !== '');
  return (
    <div className={css.changeFrame}>
      <table className={classes(css.table, css.change)}>
        <caption className="visually-hidden">Lo que cambia</caption>
        <thead>
          <tr>
            <th scope="col">Qué</th>
            {hasBefore && <th scope="col">{heads.before}</th>}
            <th scope="col">{heads.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, before, after }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {hasBefore && <td data-name={heads.before}>{before || none}</td>}
              <td data-name={hasBefore ? heads.after : undefined}>{after || none}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

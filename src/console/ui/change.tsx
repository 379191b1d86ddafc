import { changesOf } from '../../words/approvals.ts';
import type { ChangeRow } from '../../words/facts.ts';
import { classes } from '../../ui/classes.ts';
import own from './change.module.css';
import css from './page.module.css';

interface Heads {
  readonly before: string;
  readonly after: string;
}

/** Heads for figures of now. */
const NOW: Heads = { before: 'Cómo está', after: 'Cómo quedaría' };

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
export function LedgerChange({ rows, heads = NOW }: { rows: readonly ChangeRow[]; heads?: Heads }) {
  return (
    <details>
      <summary className={css.summary}>Asientos en el libro</summary>
      <ChangeTable rows={rows} heads={heads} none="$0" />
    </details>
  );
}

/** A figure, a date or a state is never broken; a sentence or an address may be. */
const wholeIfShort = (text: string) => (text.length <= 20 ? css.whole : undefined);

/** @param none shown for a side that has no value */
export function ChangeTable({
  rows,
  none = '',
  heads = NOW,
}: {
  rows: readonly ChangeRow[];
  none?: string;
  heads?: Heads;
}) {
  const hasBefore = rows.some(({ before }) => before !== '');
  return (
    <div className={own.frame}>
      <table className={classes(css.table, css.change, own.table)}>
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
              {hasBefore && (
                <td className={wholeIfShort(before)} data-name={heads.before}>
                  {before || none}
                </td>
              )}
              <td className={wholeIfShort(after)} data-name={hasBefore ? heads.after : undefined}>
                {after || none}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import type { Account } from './balance-query.ts';
import { InstalmentRow } from './instalment-row.tsx';
import css from './instalments.module.css';
import { chooseTexts } from './payment/payment-texts.ts';
import { inReadingOrder } from './standing.ts';
import { instalmentTexts as texts } from './texts.ts';
import { isAdvance, paymentOf, type UnderWay, underWayOf } from './payment/under-way.ts';
import type { Choice } from './use-choice.ts';

interface InstalmentTableProps {
  account: Account;
  choice: Choice;
  /** Reloads the balance. */
  onReload: () => void;
  isReloading: boolean;
  onRemove: (payment: UnderWay) => void;
}

/**
 * CUOTAS (docs/product/borrowers-area.md#tabs): the instalments in six columns, to be chosen one by one or
 * all at once; on a phone each row is drawn as a card and stays a row for a screen reader.
 */
export function InstalmentTable({ account, choice, onReload, isReloading, onRemove }: InstalmentTableProps) {
  if (account.installments.length === 0) return <p>{texts.empty}</p>;
  const columns = [texts.number, texts.due, texts.paid, texts.interest, texts.amount, texts.state];
  return (
    <>
      {choice.selectable.length > 0 && <ChooseAll choice={choice} />}
      <table
        className={classes(css.table, choice.selectable.length > 0 && css.choosable)}
        aria-label={texts.caption}
      >
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
          {inReadingOrder(account.installments).map((each) => (
            <InstalmentRow
              key={each.id}
              instalment={each}
              isChosen={choice.isChosen(each.id)}
              onToggle={() => choice.toggle(each.id)}
              payment={paymentOf(account, each)}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
      {underWayOf(account).some(isAdvance) && <p className={css.count}>{texts.barred}</p>}
      <Button kind="text" className={css.reload} busy={isReloading} onClick={onReload}>
        {chooseTexts.reload}
      </Button>
    </>
  );
}

function ChooseAll({ choice }: { choice: Choice }) {
  const { selectable, chosen, toggleAll } = choice;
  const isAll = chosen.length === selectable.length;
  return (
    <div className={css.all}>
      <Checkbox
        label={chooseTexts.all}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && chosen.length > 0;
        }}
        onChange={toggleAll}
      />
      <span className={css.count}>{chooseTexts.count(selectable.length)}</span>
    </div>
  );
}

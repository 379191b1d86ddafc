import { untilWords } from '../../countries/payable-words.ts';
import { dated } from '../../ui/dated.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { formatPercentExact } from '../ui/percent.ts';
import { useMoney } from '../ui/use-money.ts';
import type { PlanFigures as Figures } from './changes-query.ts';
import css from './changes.module.css';
import { planTexts as texts } from './texts.ts';

/** Figures of a plan before it is accepted: debt of today, each row, the total and its cost. */
export function PlanFigures({ figures }: { figures: Figures }) {
  const money = useMoney();
  const { owed, waived, rate, total, cost } = figures;
  return (
    <>
      <DefinitionList
        items={[
          { label: texts.owed, value: money(owed.total) },
          ...(waived.total > 0 ? [{ label: texts.waived, value: `-${money(waived.total)}` }] : []),
          { label: texts.rate, value: rate === 0 ? texts.noRate : formatPercentExact(rate) },
          { label: texts.total, value: money(total), strong: true },
          ...(cost > 0 ? [{ label: texts.cost, value: money(cost) }] : []),
        ]}
      />
      {cost <= 0 && <p className={css.caption}>{texts.noCost}</p>}
      <PlanRows figures={figures} />
    </>
  );
}

/** The rows, one by one. */
export function PlanRows({ figures: { rows } }: { figures: Figures }) {
  const money = useMoney();
  return (
    <div className={css.rows}>
      <table aria-label={texts.rows}>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.due}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, due_date: due, payable_until: until, amount }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td>{dated([due, untilWords({ due, until })].filter(Boolean).join(', '))}</td>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

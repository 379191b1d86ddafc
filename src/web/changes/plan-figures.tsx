import { untilSentence } from '../../countries/payable-words.ts';
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
  const [first] = rows;
  return (
    <>
      {first && <p className={css.caption}>{texts.replace(first.number)}</p>}
      <ul aria-label={texts.rows} className={css.rows}>
        {rows.map(({ number, due_date: due, payable_until: until, amount }) => {
          const later = untilSentence({ due, until });
          return (
            <li key={number}>
              <span>{dated(texts.row(number, due))}</span>
              <strong>{money(amount)}</strong>
              {later !== '' && <span className={css.caption}>{dated(later)}</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

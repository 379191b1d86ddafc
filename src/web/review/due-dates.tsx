import { untilWords } from '../../countries/payable-words.ts';
import { fromUnits, subtract, sum, toUnits } from '../../domain/money.ts';
import { classes } from '../../ui/classes.ts';
import { dated } from '../../ui/dated.tsx';
import { Card } from '../ui/card.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { useMoney } from '../ui/use-money.ts';
import css from './review-table.module.css';
import { dueTexts as texts } from './texts.ts';
import type { Figures } from './use-review-plan.ts';

/**
 * Every due date and each charge, as the terms promise before a confirmation (Ley 24.240 art. 36; in Uruguay the
 * rules of the BCU).
 */
export function DueDates({ plan }: { plan: Figures }) {
  const money = useMoney();
  const hasCharges = plan.schedule.some(({ charges }) => charges > 0);
  const amountLabel = hasCharges ? texts.amountWithCharges : texts.amount;
  return (
    <Card>
      <h2>{texts.title}</h2>
      <table className={classes(css.table, css.dues)}>
        <caption className="visually-hidden">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.due}</th>
            <th scope="col">{amountLabel}</th>
          </tr>
        </thead>
        <tbody>
          {plan.schedule.map(({ due_date: due, payable_until: until, amount, charges }, index) => (
            <tr key={due}>
              <th scope="row">
                <Label>{texts.number}</Label>
                {index + 1}
              </th>
              <td className={css.day}>
                <span>
                  <Label>{texts.due}</Label>
                  {dated(due)}
                </span>
                <LaterDay words={untilWords({ due, until })} />
              </td>
              <td>
                <Label>{amountLabel}</Label>
                {money(amount)}
                {charges > 0 && <span className={css.detail}>{texts.charges(money(charges))}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <DefinitionList items={chargesOf(plan).map(([label, units]) => ({ label, value: money(units) }))} />
    </Card>
  );
}

/** Repeats the column's heading where the headings are hidden. */
export function Label({ children }: { children: string }) {
  return (
    <span aria-hidden className={css.label}>
      {children}{' '}
    </span>
  );
}

function LaterDay({ words }: { words: string }) {
  return words === '' ? null : <span className={css.later}>{dated(words)}</span>;
}

/** Charges of a plan with their tax, in currency units; none in a plan without charges. */
export function chargesOf({
  amount,
  amount_delivery: delivered,
  schedule,
}: Pick<Figures, 'amount' | 'amount_delivery' | 'schedule'>): readonly [label: string, units: number][] {
  const origination = subtract(fromUnits(amount), fromUnits(delivered));
  const collection = sum(schedule.map(({ charges }) => fromUnits(charges)));
  const charges: [string, number][] = [
    [texts.origination, toUnits(origination)],
    [texts.collection, toUnits(collection)],
  ];
  return charges.filter(([, units]) => units > 0);
}

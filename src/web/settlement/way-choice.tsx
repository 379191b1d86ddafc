import { useId } from 'react';
import { classes } from '../../ui/classes.ts';
import { untilWords } from '../../countries/payable-words.ts';
import { dated } from '../../ui/dated.tsx';
import { Radio } from '../ui/fields/radio.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Prepayment, RemainingPlan, Way } from './settlement-query.ts';
import css from './settlement.module.css';
import { prepaymentTexts as texts } from './texts.ts';

interface WayChoiceProps {
  quote: Prepayment;
  chosen: Way;
  onChoose: (way: Way) => void;
  /** Another amount is being worked out. */
  isWaiting: boolean;
}

/** Fewer instalments and smaller ones side by side, with the present plan. */
export function WayChoice({ quote, chosen, onChoose, isWaiting }: WayChoiceProps) {
  const money = useMoney();
  const name = useId();
  const { current, fewer, smaller, overdue } = quote;
  const plan = chosen === 'fewer' && fewer ? fewer : smaller;
  return (
    <div className={classes(css.choice, isWaiting && css.waiting)} aria-busy={isWaiting}>
      <p>
        {dated(texts.current(current.instalment_count, money(current.instalment), current.last_due_date))}
      </p>
      {overdue > 0 && <p className={css.caption}>{texts.today(money(overdue))}</p>}
      <fieldset className={css.ways}>
        <legend className="visually-hidden">{texts.legend}</legend>
        {fewer && (
          <WayCard name={name} way="fewer" plan={fewer} isChosen={chosen === 'fewer'} onChoose={onChoose} />
        )}
        <WayCard
          name={name}
          way="smaller"
          plan={smaller}
          isChosen={chosen === 'smaller'}
          onChoose={onChoose}
        />
      </fieldset>
      {!fewer && <p className={css.caption}>{texts.noFewer}</p>}
      <PlanDetails plan={plan} way={texts[chosen]} />
    </div>
  );
}

interface WayCardProps {
  name: string;
  way: Way;
  plan: RemainingPlan;
  isChosen: boolean;
  onChoose: (way: Way) => void;
}

function WayCard({ name, way, plan, isChosen, onChoose }: WayCardProps) {
  const money = useMoney();
  const { instalment_count, instalment, last_due_date, total, saved } = plan;
  return (
    <label className={css.way}>
      <span className={css.wayName}>
        <Radio
          name={name}
          value={way}
          checked={isChosen}
          onChange={() => onChoose(way)}
          aria-label={[
            texts[way],
            `${texts.count(instalment_count)} ${money(instalment)}`,
            `${texts.last} ${last_due_date}`,
            `${texts.total} ${money(total)}`,
            `${texts.saved} ${money(saved)}`,
          ].join('. ')}
        />
        {texts[way]}
      </span>
      <span className={css.figure}>
        {texts.count(instalment_count)}
        <strong>{money(instalment)}</strong>
      </span>
      <span className={css.line}>
        {texts.last} <b>{last_due_date}</b>
      </span>
      <span className={css.line}>
        {texts.total} <b>{money(total)}</b>
      </span>
      <span className={classes(css.line, css.saved)}>
        {texts.saved} <b>{money(saved)}</b>
      </span>
    </label>
  );
}

/** The instalments as they would be, one by one. */
function PlanDetails({ plan, way }: { plan: RemainingPlan; way: string }) {
  const money = useMoney();
  return (
    <details className={css.plan}>
      <summary>{texts.plan}</summary>
      <table aria-label={texts.planCaption(way)}>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.due}</th>
            <th scope="col">{texts.instalment}</th>
          </tr>
        </thead>
        <tbody>
          {plan.instalments.map(({ number, due_date_format: due, payable_until_format: until, amount }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td>{dated([due, untilWords({ due, until })].filter(Boolean).join(', '))}</td>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

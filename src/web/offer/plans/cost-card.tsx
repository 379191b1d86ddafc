import { useCountry } from '../../country.tsx';
import { totalRows } from '../../membership/total-rows.ts';
import type { Plan } from '../../plan.ts';
import { Card } from '../../ui/card.tsx';
import { type FormatMoney, formatPercentExact } from '../../ui/money.ts';
import { SkeletonGroup } from '../../../ui/skeleton.tsx';
import { DefinitionList, StackBar, type StackPart } from '../../ui/stack-bar.tsx';
import { useMoney } from '../../ui/use-money.ts';
import css from './cost-card.module.css';
import { costTexts as texts } from '../texts.ts';

/** What the total of a plan is made of; a charge taken out of the money delivered counts as one too. */
export function costParts({ composition, amount_delivery }: Plan, money: FormatMoney): StackPart[] {
  const part = (kind: StackPart['kind'], label: string, value: number): StackPart => ({
    kind,
    label,
    value,
    text: money(value),
  });
  const fees = composition.fees + (composition.principal - amount_delivery);
  return [
    part('principal', texts.received, amount_delivery),
    part('interest', texts.interest, composition.interest),
    part('tax', fees > 0 ? texts.tax : texts.taxOnInterest, composition.tax),
    part('fees', texts.fees, fees),
  ];
}

/** 'Qué pagás': the total as a picture, and the cost in one figure. */
export function CostCard({ plan }: { plan: Plan }) {
  const money = useMoney();
  const pack = useCountry();
  return (
    <Card>
      <h2>{texts.title}</h2>
      <StackBar parts={costParts(plan, money)} />
      <DefinitionList items={totalRows(plan, money)} />
      <p className={css.legal}>
        {pack.showsCft ? (
          <>
            <strong>CFTEA {formatPercentExact(plan.cftea)}</strong>
            TNA {formatPercentExact(plan.tna)} · TEA {formatPercentExact(plan.tea)} · {texts.system}
          </>
        ) : (
          <>
            <strong>TEA {formatPercentExact(plan.tea)}</strong>
            {texts.system}
          </>
        )}
      </p>
    </Card>
  );
}

/** The card's place while no plan is chosen or known: nothing beside it moves when one is. */
export function CostWaiting() {
  return (
    <Card className={css.waiting}>
      <h2>{texts.title}</h2>
      <SkeletonGroup label={texts.waiting} shapes={['line', 'line', 'line', 'line']} />
    </Card>
  );
}

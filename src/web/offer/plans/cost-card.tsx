import { useCountry } from '../../country.tsx';
import { totalRows } from '../../membership/sum.ts';
import type { Plan } from '../../plan.ts';
import { Card } from '../../ui/card.tsx';
import { formatPercentExact } from '../../ui/percent.ts';
import { SkeletonGroup } from '../../../ui/skeleton.tsx';
import { DefinitionList, StackBar } from '../../ui/stack-bar.tsx';
import { useRoundMoney } from '../../ui/use-money.ts';
import css from './cost-card.module.css';
import { costParts } from './cost-parts.ts';
import { formatCost } from '../../../domain/rate.ts';
import { costTexts as texts, rateTexts } from '../texts.ts';

/** 'Qué pagás': the total as a picture, and the cost in one figure. */
export function CostCard({ plan }: { plan: Plan }) {
  const money = useRoundMoney();
  const pack = useCountry();
  const cost = plan.cftea_with_membership;
  return (
    <Card className={css.card}>
      <h2>{texts.title}</h2>
      <StackBar parts={costParts(plan, money)} />
      <DefinitionList items={totalRows(plan, money).slice(-1)} />
      <p className={css.legal}>
        {pack.showsCft ? (
          <>
            <strong>CFTEA {formatPercentExact(plan.cftea)}</strong>
            {cost && (
              <span>
                {rateTexts.withPrice(pack.totalCost.effective)} {formatCost(cost)} ·{' '}
              </span>
            )}
            TNA {formatPercentExact(plan.tna)} · TEA {formatPercentExact(plan.tea)}
            {' · '}
            {texts.system}
          </>
        ) : (
          <>
            <strong>TEA {formatPercentExact(plan.tea)}</strong>
            {cost && (
              <span>
                {rateTexts.withPrice(pack.totalCost.effective)} {formatCost(cost)} ·{' '}
              </span>
            )}
            {pack.totalCost.effective} {formatPercentExact(plan.cftea)} · {texts.system}
          </>
        )}
      </p>
    </Card>
  );
}

/** Placeholder of the card until a plan is chosen and loaded: its neighbours never move. */
export function CostWaiting() {
  return (
    <Card className={css.waiting}>
      <h2>{texts.title}</h2>
      <SkeletonGroup label={texts.waiting} shapes={['line', 'line', 'line', 'line']} />
    </Card>
  );
}

import type { z } from 'zod';
import type { membershipEnding } from '../../contract/memberships.ts';
import { useCountry } from '../country.tsx';
import { formatPercent, formatPercentExact } from '../ui/percent.ts';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { useMoney } from '../ui/use-money.ts';
import { endingTexts as texts } from './texts.ts';

type Ending = z.output<typeof membershipEnding>;

/** Effects of ending the membership today on the loan and on the price paid. */
export function EndingFigures({ ending: { plan, credit, owed } }: { ending: Ending }) {
  const money = useMoney();
  const { tasaSigla, totalCost } = useCountry();
  return (
    <>
      <p>{plan ? texts.changes : texts.stays}</p>
      {plan && (
        <DefinitionList
          items={[
            { label: texts.instalments(plan.installmentsQuantity), value: money(plan.payment) },
            { label: texts.total, value: money(plan.final_amount) },
            { label: tasaSigla, value: formatPercent(plan.interest_rate) },
            { label: totalCost.effective, value: formatPercentExact(plan.cftea) },
          ]}
        />
      )}
      <p>{credit > 0 ? texts.credit(money(credit)) : owed > 0 ? texts.owed(money(owed)) : texts.nothing}</p>
    </>
  );
}

import type { CountryPack } from '../../../countries/country-pack.ts';
import { formatCost } from '../../../domain/rate.ts';
import type { Plan } from '../../plan.ts';
import { useCountry } from '../../country.tsx';
import { formatPercentExact } from '../../ui/percent.ts';
import { DefinitionList } from '../../ui/stack-bar.tsx';
import { rateTexts as texts } from '../texts.ts';

type Rates = Pick<Plan, 'tna' | 'tea' | 'cftna' | 'cftea' | 'cftea_with_membership' | 'default_interest'>;

/** The cost with the membership's price counted in; nothing for a plan without it. */
function costWithMembership(
  { cftea_with_membership: cost }: Pick<Plan, 'cftea_with_membership'>,
  { effective }: CountryPack['totalCost'],
) {
  return cost ? [{ label: texts.withPrice(effective), value: formatCost(cost) }] : [];
}

/** Legal figures before a contract, with two decimals (Ley 24.240 art. 36, BCRA Com. A 7199). */
export function LegalRates({ plan }: { plan: Rates }) {
  const { tasaSigla, totalCost } = useCountry();
  const { rate, tea, months } = plan.default_interest;
  return (
    <>
      <h3>{texts.title}</h3>
      <DefinitionList
        items={[
          { label: texts.tna, value: formatPercentExact(plan.tna) },
          { label: texts.tea, value: formatPercentExact(plan.tea) },
          { label: totalCost.nominal, value: formatPercentExact(plan.cftna) },
          { label: totalCost.effective, value: formatPercentExact(plan.cftea), strong: true },
          ...costWithMembership(plan, totalCost),
          {
            label: texts.default(tasaSigla),
            value: texts.plusTax(formatPercentExact(tasaSigla === 'TEA' ? tea : rate)),
          },
        ]}
      />
      <p>{months === 0 ? texts.onCapital : texts.onCapitalUntil(months)}</p>
    </>
  );
}

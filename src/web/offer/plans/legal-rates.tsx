import type { Plan } from '../../plan.ts';
import { useCountry } from '../../country.tsx';
import { formatPercentExact } from '../../ui/money.ts';
import { DefinitionList } from '../../ui/stack-bar.tsx';
import { rateTexts as texts } from '../texts.ts';

type Rates = Pick<Plan, 'tna' | 'tea' | 'cftna' | 'cftea' | 'cftea_dated' | 'default_interest'>;

/** What the law asks for before a contract, with two decimals (Ley 24.240 art. 36, BCRA Com. A 7199). */
export function LegalRates({ plan }: { plan: Rates }) {
  const { tasaSigla } = useCountry();
  const { rate, tea, months } = plan.default_interest;
  return (
    <>
      <h3>{texts.title}</h3>
      <DefinitionList
        items={[
          { label: texts.tna, value: formatPercentExact(plan.tna) },
          { label: texts.tea, value: formatPercentExact(plan.tea) },
          { label: texts.cftna, value: formatPercentExact(plan.cftna) },
          { label: texts.cftea, value: formatPercentExact(plan.cftea), strong: true },
          { label: texts.cfteaDated, value: formatPercentExact(plan.cftea_dated) },
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

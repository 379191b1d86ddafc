import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { totalRows } from '../membership/sum.ts';
import { costParts } from '../offer/plans/cost-parts.ts';
import { LegalRates } from '../offer/plans/legal-rates.tsx';
import { rateTexts } from '../offer/texts.ts';
import { Link } from '../shell/link.tsx';
import { Card } from '../ui/card.tsx';
import { FirstDue } from '../ui/first-due.tsx';
import { formatPercent } from '../ui/percent.ts';
import { MoneyText } from '../ui/money-text.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { DefinitionList, StackBar } from '../ui/stack-bar.tsx';
import { textLinkClass } from '../ui/text-link.tsx';
import { useMoney } from '../ui/use-money.ts';
import css from './review.module.css';
import { reviewTexts as texts } from './texts.ts';
import type { Figures } from './use-review-plan.ts';

/** Cost of the chosen loan, with the legal figures (Ley 24.240 art. 36). */
export function LoanCost({ plan }: { plan: Figures }) {
  const money = useMoney();
  return (
    <Card>
      <h2>{texts.cost}</h2>
      <StackBar parts={costParts(plan, money)} />
      <LegalRates plan={plan} />
      <p className={css.small}>{rateTexts.system}</p>
    </Card>
  );
}

/** Chosen loan: amount received, monthly payment, total. */
export function LoanSum({ plan }: { plan: Figures }) {
  const money = useMoney();
  const pack = useCountry();
  return (
    <Card aria-live="polite">
      <div className={css.head}>
        <p className={css.caption}>{texts.receive}</p>
        <p>
          <MoneyText units={plan.amount_delivery} big />
        </p>
        <p className={css.instalments}>
          {texts.instalments(plan.installmentsQuantity)} <strong>{money(plan.payment)}</strong>
        </p>
      </div>
      <DefinitionList
        items={[
          ...(plan.amount === plan.amount_delivery
            ? []
            : [{ label: texts.requested, value: money(plan.amount) }]),
          { label: texts.firstDue, value: <FirstDue of={plan} /> },
          { label: texts.frequency, value: texts.monthly },
          { label: pack.tasaSigla, value: formatPercent(plan.interestRate) },
          ...(pack.showsCft ? [{ label: texts.cft, value: formatPercent(plan.cft) }] : []),
          ...totalRows(plan, money),
        ]}
      />
      <Link to={paths.offer()} className={textLinkClass}>
        {texts.changeOffer}
      </Link>
    </Card>
  );
}

/** The same cards before their figures are known. */
export function LoanSkeleton() {
  return (
    <Card>
      <SkeletonGroup label={texts.plansLoading} shapes={['money', 'line', 'line', 'line', 'line', 'line']} />
    </Card>
  );
}

import { withBrand } from '../../countries/lender.ts';
import { withdrawalTermWords } from '../../countries/law/withdrawal.ts';
import { formatCost } from '../../domain/rate.ts';
import { classes } from '../../ui/classes.ts';
import { useCountry } from '../country.tsx';
import { useBrand } from '../settings.ts';
import { totalPaid } from '../membership/sum.ts';
import { formatPercent, formatPercentExact } from '../ui/percent.ts';
import { useMoney } from '../ui/use-money.ts';
import css from './review-table.module.css';
import { besideTexts as texts } from './texts.ts';
import { Label } from './due-dates.tsx';
import type { Figures } from './use-review-plan.ts';

/** The chosen plan and the one without membership, which ending that within its term leads to. */
export function PlansBeside({ withMembership, without }: Record<'withMembership' | 'without', Figures>) {
  const money = useMoney();
  const pack = useCountry();
  const name = withBrand(pack.membership.name, useBrand());
  const rows: readonly [label: string, of: (plan: Figures) => string][] = [
    [texts.instalment, ({ payment }) => money(payment)],
    [pack.tasaSigla, ({ interestRate }) => formatPercent(interestRate)],
    [pack.totalCost.effective, ({ cftea }) => formatPercentExact(cftea)],
    [texts.total, ({ final_amount }) => money(final_amount)],
    [texts.totalWithPrice, (plan) => money(totalPaid(plan))],
    [
      texts.costWithPrice(pack.totalCost.effective),
      ({ cftea, cftea_with_membership: withPrice }) => formatCost(withPrice || cftea),
    ],
  ];
  return (
    <div className={css.frame}>
      <table className={classes(css.table, css.beside)}>
        <caption>{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.plan}</th>
            <th scope="col">{texts.withMembership(name)}</th>
            <th scope="col">{texts.without}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, of]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Label>{texts.withMembership(name)}</Label>
                <span>{of(withMembership)}</span>
              </td>
              <td>
                <Label>{texts.without}</Label>
                <span>{of(without)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{texts.ending(name, withdrawalTermWords(pack.code))}</p>
    </div>
  );
}

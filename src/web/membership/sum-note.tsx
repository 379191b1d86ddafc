import { withBrand } from '../../countries/lender.ts';
import { useCountry } from '../country.tsx';
import { useBrand } from '../settings.ts';
import type { FormatMoney } from '../ui/money.ts';
import { useMoney, useRoundMoney } from '../ui/use-money.ts';
import { Notice } from '../../ui/tag.tsx';
import { sumOf, type PlanTotals, sumTexts as texts } from './sum.ts';
import { useChargeSentence } from './use-charge-sentence.ts';

/** Total effect of the membership on a loan, to the centavo. `gain` in currency units. */
function verdictOf(gain: number, money: FormatMoney): string {
  if (gain === 0) return texts.even;
  return gain > 0 ? texts.gains(money(gain)) : texts.loses(money(-gain));
}

/** The price and when it is charged, where no loan is chosen that could gain or lose by it. `price` in currency units. */
export function MembershipPriceNote({ price }: { price: number }) {
  const money = useRoundMoney();
  const name = withBrand(useCountry().membership.name, useBrand());
  const when = useChargeSentence();
  return <Notice title={texts.price(name, money(price))}>{when}</Notice>;
}

/** Wherever the membership is sold: its price, what this loan gains or loses by it in all, when it is charged. */
export function MembershipSumNote({
  withMembership,
  without,
}: {
  withMembership: PlanTotals;
  without: PlanTotals;
}) {
  const money = useMoney();
  const roundMoney = useRoundMoney();
  const name = withBrand(useCountry().membership.name, useBrand());
  const when = useChargeSentence();
  const { price, gain } = sumOf(withMembership, without);
  return (
    <Notice tone={gain > 0 ? 'good' : 'late'} title={verdictOf(gain, money)}>
      {texts.price(name, roundMoney(price))} {when}
    </Notice>
  );
}

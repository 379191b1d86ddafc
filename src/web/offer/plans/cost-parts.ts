import { add, fromUnits, subtract, toUnits } from '../../../domain/money.ts';
import { priceIn, sumTexts } from '../../membership/sum.ts';
import type { Plan } from '../../plan.ts';
import type { FormatMoney } from '../../ui/money.ts';
import type { StackPart } from '../../ui/stack-bar.tsx';
import { costTexts as texts } from '../texts.ts';

/**
 * Parts of all that is paid with a plan, to the centavo. Includes a charge deducted from the delivered money, with
 * its tax as tax, and the price of the membership.
 */
export function costParts(
  plan: Pick<Plan, 'composition' | 'amount_delivery' | 'membership_price'>,
  money: FormatMoney,
): StackPart[] {
  const { composition, amount_delivery } = plan;
  const part = (kind: StackPart['kind'], label: string, value: number): StackPart => ({
    kind,
    label,
    value,
    text: money(value),
  });
  const kept = subtract(fromUnits(composition.principal), fromUnits(amount_delivery));
  // A plan stored on the device by an older release lacks this tax; the server's figures soon replace it.
  const keptTax = fromUnits(composition.origination_tax || 0);
  const fees = toUnits(add(fromUnits(composition.fees), subtract(kept, keptTax)));
  return [
    part('principal', texts.received, amount_delivery),
    part('interest', texts.interest, composition.interest),
    part(
      'tax',
      fees > 0 ? texts.tax : texts.taxOnInterest,
      toUnits(add(fromUnits(composition.tax), keptTax)),
    ),
    part('fees', texts.fees, fees),
    part('membership', sumTexts.membership, toUnits(priceIn(plan))),
  ];
}

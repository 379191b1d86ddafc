import { type MembershipSum, membershipSum } from '../../domain/membership.ts';
import { add, fromUnits, toUnits } from '../../domain/money.ts';
import type { Plan } from '../plan.ts';
import type { FormatMoney } from '../ui/money.ts';

/** Texts on the membership's total effect; callers format the amounts. */
export const sumTexts = {
  price: (name: string, price: string) => `${name} cuesta ${price}, una sola vez.`,
  gains: (amount: string) => `Conviene: en este préstamo ahorrás ${amount}, con su precio ya descontado.`,
  even: 'En este préstamo ahorrás lo mismo que cuesta.',
  loses: (amount: string) => `En este préstamo pagás ${amount} más en total que sin la membresía.`,
  chargedToCard: (date: string) =>
    `Si confirmás ahora, la debitamos de tu tarjeta el ${date} (después, si el dinero se demora). Sin una tarjeta cargada, ese día te escribimos para que la pagues.`,
  charged: (date: string) =>
    `Si confirmás ahora, el ${date} te escribimos para que la pagues (después, si el dinero se demora).`,
  chargedLater: 'Se cobra cuando termina el plazo para arrepentirte del préstamo.',
  free: 'Si la das de baja dentro del plazo para arrepentirte, no la pagás y tu préstamo pasa al plan sin membresía.',
  loan: 'Total a devolver',
  membership: 'Membresía, una sola vez',
  total: 'Total con membresía',
} as const;

/** Figures of a plan used here, currency units. */
export type PlanTotals = Pick<Plan, 'final_amount' | 'amount_delivery' | 'membership_price'>;

/** The price in a plan; a proposal that an older release kept on the device knows none. */
export const priceIn = ({ membership_price: price }: Pick<Plan, 'membership_price'>) => fromUnits(price || 0);

const totalsOf = ({ final_amount, amount_delivery }: PlanTotals) => ({
  finalAmount: fromUnits(final_amount),
  amountDelivered: fromUnits(amount_delivery),
});

/** Gain or loss of a loan by the membership, in currency units to the centavo. */
export function sumOf(
  withMembership: PlanTotals,
  without: PlanTotals,
): Readonly<Record<keyof MembershipSum, number>> {
  const { price, saved, gain, total } = membershipSum(
    totalsOf(withMembership),
    totalsOf(without),
    priceIn(withMembership),
  );
  return { price: toUnits(price), saved: toUnits(saved), gain: toUnits(gain), total: toUnits(total) };
}

/** Extra total of a loan with the membership; 0 if it costs no more than without. Currency units. */
export function lossOf(withMembership: PlanTotals, without: PlanTotals): number {
  return Math.max(0, -sumOf(withMembership, without).gain);
}

/** All that is paid with a plan: its instalments and, with the membership, its price. Currency units. */
export function totalPaid(plan: PlanTotals): number {
  return toUnits(add(fromUnits(plan.final_amount), priceIn(plan)));
}

/** Last rows of a plan's figures: total to repay, and total with the membership. */
export function totalRows(plan: PlanTotals, money: FormatMoney) {
  const loan = { label: sumTexts.loan, value: money(plan.final_amount) };
  if (!plan.membership_price) return [{ ...loan, strong: true }];
  return [
    loan,
    { label: sumTexts.membership, value: money(plan.membership_price) },
    { label: sumTexts.total, value: money(totalPaid(plan)), strong: true },
  ];
}

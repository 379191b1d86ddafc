import { type InstalmentDues, NO_DUES, addDues, totalDues } from './allocation.ts';
import { type Centavos, type MoneyRounding, ZERO, centavosFromBigint, subtract, sum } from '../money.ts';

export type CapitalOwed = { readonly number: number; readonly principal: Centavos };

export function capitalOf(owed: readonly CapitalOwed[]): Centavos {
  return sum(owed.map(({ principal }) => principal));
}

/**
 * Capital paid ahead by number of instalment, in proportion to its debt: dropped instalments first, the
 * others share the remainder. Never more than is owed.
 */
export function spreadCapital(
  reduction: Centavos,
  owed: readonly CapitalOwed[],
  kept: number,
  rounding: MoneyRounding,
): Map<number, Centavos> {
  const ofDropped = capitalOf(owed.slice(kept));
  const toDropped = reduction < ofDropped ? reduction : ofDropped;
  return new Map([
    ...inProportion(subtract(reduction, toDropped), owed.slice(0, kept), rounding),
    ...inProportion(toDropped, owed.slice(kept), rounding),
  ]);
}

function inProportion(
  amount: Centavos,
  owed: readonly CapitalOwed[],
  { step }: MoneyRounding,
): (readonly [number: number, part: Centavos])[] {
  const total = BigInt(capitalOf(owed));
  const size = BigInt(step);
  let counted = 0n;
  let given = 0n;
  return owed.map(({ number, principal }) => {
    counted += BigInt(principal);
    // The last takes what whole steps leave over.
    const upTo = counted === total ? BigInt(amount) : ((counted * BigInt(amount)) / (total * size)) * size;
    const part = upTo - given;
    given = upTo;
    return [number, centavosFromBigint(part)];
  });
}

export function withCapital(
  dues: readonly InstalmentDues[],
  ahead: ReadonlyMap<number, Centavos>,
): InstalmentDues[] {
  return dues
    .map((each) => ({
      ...each,
      dues: addDues(each.dues, { ...NO_DUES, principal: ahead.get(each.number) ?? ZERO }),
    }))
    .filter((each) => totalDues(each.dues) > 0);
}

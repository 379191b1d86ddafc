import type { CalendarDate } from '../../calendar-date.ts';
import { endAcceleration, payDue, planAccelerated } from './acceleration.ts';
import { least, most, total } from './arithmetic.ts';
import {
  type OracleLoan,
  amountsOf,
  available,
  closeIfFree,
  closingNeed,
  debtParts,
  dueSlots,
  factsOf,
  slotsToCome,
  takeBackAhead,
  useFavour,
  waive,
} from './loan.ts';
import { payDebt } from './offer.ts';
import { type Slot, accruedParts, newSlot, owedOf, owedParts } from './slot.ts';
import { type OracleAction, type OracleAgreement, PARTS, type Part, type Parts, noParts } from './terms.ts';

/** Applies an action in its turn. @param next number for a row beyond the agreed ones */
export function takeAction(loan: OracleLoan, action: OracleAction, next: number): void {
  switch (action.kind) {
    case 'pause':
      loan.pauses.push({ from: action.from, to: action.to });
      break;
    case 'waive':
      waiveDebt(loan, action);
      break;
    case 'settlement-offer':
      loan.offers.push({ id: action.id, amount: action.amount, until: action.until, came: 0n });
      break;
    case 'agreement':
      agree(loan, action, next);
      break;
    case 'accelerate':
      accelerate(loan);
      break;
    case 'sued':
      loan.suedOn ??= loan.today;
      break;
  }
}

/** docs/product/loan-changes.md#waiver */
function waiveDebt(
  loan: OracleLoan,
  meant: {
    readonly amount: bigint;
    readonly instalment?: number | undefined;
    readonly part?: Part | undefined;
  },
): void {
  let left = least(meant.amount, most(0n, closingNeed(loan) - available(loan)));
  const slots = [...dueSlots(loan), ...slotsToCome(loan)].filter(({ isShortfall }) => !isShortfall);
  for (const slot of slots) {
    if (meant.instalment !== undefined && slot.number !== meant.instalment) continue;
    const debt = debtParts(slot, loan);
    const spared = noParts();
    for (const part of PARTS) {
      if (meant.part !== undefined && part !== meant.part) continue;
      spared[part] = least(left, debt[part]);
      left -= spared[part];
    }
    const wasOpen = owedOf(slot) > 0n;
    waive(slot, spared);
    if (wasOpen) settle(slot, loan.today);
    // Waived capital is not paid, so interest to come is not planned for it alone.
    slot.planned -= spared.principal;
  }
  if (!closeIfFree(loan)) planAccelerated(loan);
}

function settle(slot: Slot, today: CalendarDate): void {
  if (owedOf(slot) > 0n) return;
  slot.isOut = true;
  slot.settledOn ??= today;
}

/** docs/product/loan-changes.md#acceleration */
function accelerate(loan: OracleLoan): void {
  loan.acceleratedOn ??= loan.today;
  payDue(loan);
  endAcceleration(loan);
}

/** docs/product/loan-changes.md#agreement */
function agree(loan: OracleLoan, agreement: OracleAgreement, next: number): void {
  if (agreement.isRefinancing) loan.offers = [];
  if (closeIfFree(loan)) return;
  const { today } = loan;
  const slots = [...dueSlots(loan), ...slotsToCome(loan)];
  let ahead = takeBackAhead(loan);
  for (const slot of slots) if (slot.dueDate > today) chargeAccruedOnly(slot, loan);
  for (const slot of slots) ahead -= payDebt(slot, ahead, loan);
  for (const slot of slots) useFavour(loan, payDebt(slot, available(loan), loan));
  waiveAgreed(slots, agreement.waived);
  const moved = noParts();
  for (const slot of slots) {
    const owed = owedParts(slot);
    for (const part of PARTS) moved[part] += owed[part];
    Object.assign(slot.moved, owed);
    slot.settledOn ??= today;
  }
  if (total(Object.values(moved)) === 0n) {
    loan.isClosed = true;
    return;
  }
  loan.ended.push(...loan.instalments, ...loan.shortfalls);
  loan.shortfalls = [];
  loan.instalments = rowsOf(agreement, moved, today, next);
  loan.isClosed = false;
  loan.acceleratedOn = undefined;
}

/** The unaccrued part of an ended row is not charged. */
function chargeAccruedOnly(slot: Slot, { today, terms }: OracleLoan): void {
  Object.assign(slot.charged, { ...accruedParts(slot, today, terms), principal: slot.charged.principal });
}

/** Waives an agreement's amount of each component, oldest rows first. */
function waiveAgreed(slots: readonly Slot[], waived: Readonly<Parts>): void {
  const left = { ...waived };
  for (const slot of slots) {
    const owed = owedParts(slot);
    for (const part of PARTS) {
      const cut = least(left[part], owed[part]);
      slot.waived[part] += cut;
      left[part] -= cut;
    }
  }
}

/** Accepted rows, less the missing debt, and a row for additional debt. */
function rowsOf(
  { base, waived, rows }: OracleAgreement,
  moved: Readonly<Parts>,
  today: CalendarDate,
  next: number,
): Slot[] {
  const less = noParts();
  const more = noParts();
  for (const part of PARTS) {
    const accepted = base[part] - waived[part];
    less[part] = most(0n, accepted - moved[part]);
    more[part] = most(0n, moved[part] - accepted);
  }
  const slots = rows.map((row, index) => {
    const asked: Parts = { ...row.carried, principal: row.principal };
    for (const part of PARTS) {
      const cut = least(asked[part], less[part]);
      asked[part] -= cut;
      less[part] -= cut;
    }
    const fresh = { ...amountsOf(row), principal: asked.principal };
    const slot = newSlot(factsOf(row, rows, index, today), fresh, { ...asked, principal: 0n });
    if (owedOf(slot) > 0n) return slot;
    // A row that was paid before stays paid; one that never asked for anything can be planned again.
    slot.isOut = row.principal + total(Object.values(row.carried)) > 0n;
    slot.settledOn = today;
    return slot;
  });
  if (total(Object.values(more)) > 0n) {
    const facts = { number: next, dueDate: today, payableUntil: today, isShortfall: false, start: today };
    slots.unshift(newSlot(facts, { principal: more.principal }, { ...more, principal: 0n }));
  }
  return slots;
}

import { type CalendarDate, addDays, addMonthsAnchored, dayOfMonth, daysBetween } from '../calendar-date.ts';
import type { Life } from './any-life.ts';
import { fraction, rounded } from './oracle/arithmetic.ts';
import { oracleStanding } from './oracle/oracle.ts';
import { taxOn } from './oracle/slot.ts';
import {
  type OracleAgreedRow,
  type OracleAgreement,
  type OracleTerms,
  PARTS,
  type Parts,
  noParts,
} from './oracle/terms.ts';

export type Proposal = {
  readonly count: number;
  /** Days from the agreement's day to the first due date. */
  readonly firstAfter: number;
  /** Rate of new interest per year. */
  readonly rate: string;
  /** New charge of each row, in steps. */
  readonly fee: bigint;
  /** Thousandths of each component that are waived. */
  readonly waived: Readonly<Parts>;
  /** Days of grace without surcharge of a row. */
  readonly shift: number;
};

/** Debt by component that an agreement on a day would move; undefined if nothing is left. */
export function movedOn(life: Life): Parts | undefined {
  return foundOn(life)?.base;
}

/** An agreement for nothing finds all that is owed more than accepted: one row asks for it. */
function foundOn({ terms, payments, actions = [], on }: Life) {
  const nothing: OracleAgreement = {
    kind: 'agreement',
    base: noParts(),
    waived: noParts(),
    rows: [],
    isRefinancing: true,
  };
  const probe = { ...nothing, id: 'probe', on, after: payments.length };
  const { instalments, owed } = oracleStanding(terms, payments, on, [...actions, probe]);
  const row = instalments.at(-1);
  return owed === 0n || row === undefined ? undefined : { base: { ...row.charged }, number: row.number };
}

/** Capital and carried amounts in equal parts, the remainder first, with interest on the capital left. */
export function plainAgreement(life: Life, proposal: Proposal): OracleAgreement | undefined {
  const found = foundOn(life);
  if (found === undefined) return undefined;
  const { base, number: first } = found;
  const { terms, on } = life;
  const { count, firstAfter, rate, fee, shift } = proposal;
  const waived = noParts();
  const kept = noParts();
  for (const part of PARTS) {
    waived[part] = cut((base[part] * proposal.waived[part]) / 1000n, terms);
    kept[part] = base[part] - waived[part];
  }
  const rows: OracleAgreedRow[] = [];
  let balance = kept.principal;
  let start = on;
  for (let index = 0; index < count; index += 1) {
    const dueDate = dueDateOf(addDays(on, firstAfter), index);
    const interest = interestOf(balance, rate, daysBetween(start, dueDate), terms);
    const carried = noParts();
    for (const part of PARTS) carried[part] = shareOf(kept[part], index, count, terms);
    rows.push({
      number: first + index,
      dueDate,
      payableUntil: addDays(dueDate, shift),
      principal: carried.principal,
      interest,
      tax: taxOn(interest, terms.taxRate, terms),
      fee: fee * terms.step,
      feeTax: taxOn(fee * terms.step, terms.taxRate, terms),
      carried: { ...carried, principal: 0n },
    });
    balance -= carried.principal;
    start = dueDate;
  }
  const keptSum = Object.values(kept).reduce((sum, part) => sum + part, 0n);
  return keptSum === 0n ? undefined : { kind: 'agreement', base, waived, rows, isRefinancing: true };
}

/** Moves the due dates of the open rows, where nothing is overdue, paid ahead or in favour. */
export function plainDueDayChange(life: Life, days: number): OracleAgreement | undefined {
  const found = foundOn(life);
  if (found === undefined) return undefined;
  const { base, number: first } = found;
  const { terms, payments, actions, on } = life;
  const { instalments, overdue } = oracleStanding(terms, payments, on, actions);
  const open = instalments.filter(({ owed }) => Object.values(owed).some((part) => part > 0n));
  const capital = open.reduce((sum, { owed }) => sum + owed.principal, 0n);
  if (overdue > 0n || base.principal !== capital) return undefined;
  if (open.some(({ dueDate }) => addDays(dueDate, days) <= on)) return undefined;
  const rows = open.map((row, index): OracleAgreedRow => {
    const dueDate = addDays(row.dueDate, days);
    const isNew = row.dueDate > on;
    const before = instalments[instalments.indexOf(row) - 1]?.dueDate ?? terms.from;
    const period = daysBetween(before, row.dueDate);
    const share = { num: BigInt(daysBetween(on, dueDate)), den: BigInt(period) };
    const whole = isNew ? row.owed.interest : 0n;
    const interest = index > 0 || before > on || period < 1 ? whole : rounded(whole, share, terms);
    return {
      number: first + index,
      dueDate,
      payableUntil: dueDate,
      principal: row.owed.principal,
      interest,
      tax: taxOn(interest, terms.taxRate, terms),
      fee: isNew ? row.owed.fee : 0n,
      feeTax: isNew ? row.owed.feeTax : 0n,
      carried: index > 0 ? noParts() : { ...base, principal: 0n },
    };
  });
  return { kind: 'agreement', base, waived: noParts(), rows, isRefinancing: false };
}

function dueDateOf(first: CalendarDate, index: number): CalendarDate {
  return addMonthsAnchored(first, index, dayOfMonth(first));
}

function cut(amount: bigint, { step }: OracleTerms): bigint {
  return (amount / step) * step;
}

/** Equal parts in whole steps; the first rows take the remaining steps, the first also the odd centavos. */
function shareOf(amount: bigint, index: number, count: number, { step }: OracleTerms): bigint {
  const steps = amount / step;
  const each = steps / BigInt(count);
  const whole = (each + (BigInt(index) < steps % BigInt(count) ? 1n : 0n)) * step;
  return index === 0 ? whole + (amount % step) : whole;
}

function interestOf(balance: bigint, rate: string, days: number, terms: OracleTerms): bigint {
  const { num, den } = fraction(rate);
  return rounded(balance, { num: num * BigInt(days), den: den * 365n }, terms);
}

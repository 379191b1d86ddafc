import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { changeParts, planFigures } from '../../../contract/loan-changes.ts';
import { agreedAmount } from '../../../countries/papers/loan-change-texts.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { add, subtract, sum, toUnits, type Centavos } from '../../../domain/money.ts';
import type { AgreedRow } from '../../../domain/standing/actions.ts';
import { totalDues, type Dues } from '../../../domain/standing/allocation.ts';
import type { ActionBody } from '../service.ts';

export type Agreement = Extract<ActionBody, { kind: 'agreement' }>;
type PlanFigures = z.output<typeof planFigures>;

/** Amounts by component, as people read them: each with its tax. */
export function partsAnswer(dues: Dues): z.output<typeof changeParts> {
  return {
    principal: toUnits(dues.principal),
    interest: toUnits(add(dues.interest, dues.tax)),
    charges: toUnits(add(dues.fee, dues.feeTax)),
    default_interest: toUnits(add(dues.defaultInterest, dues.defaultInterestTax)),
    total: toUnits(totalDues(dues)),
  };
}

/** Sum of what an agreement's rows ask for, in centavos. */
export function agreementTotal({ rows }: Pick<Agreement, 'rows'>): Centavos {
  return sum(rows.map(agreedAmount));
}

/** SHA-256 of everything that the borrower accepts, hexadecimal. */
export function digestOf(agreement: Agreement): string {
  return createHash('sha256').update(JSON.stringify(agreement, sorted)).digest('hex');
}

/** The same order of members whether computed or stored. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param rate of new interest: fraction a year */
export function figuresAnswer(agreement: Agreement, rate: number): PlanFigures {
  const { base, waived, rows } = agreement;
  const total = agreementTotal(agreement);
  return {
    owed: partsAnswer(base),
    waived: partsAnswer(waived),
    rate,
    rows: rows.map(rowAnswer),
    total: toUnits(total),
    cost: toUnits(subtract(add(total, totalDues(waived)), totalDues(base))),
    digest: digestOf(agreement),
  };
}

function rowAnswer(row: AgreedRow): PlanFigures['rows'][number] {
  return {
    number: row.number,
    due_date: formatDate(row.dueDate),
    payable_until: formatDate(row.payableUntil),
    principal: toUnits(row.principal),
    interest: toUnits(add(row.interest, row.tax)),
    charges: toUnits(add(row.fee, row.feeTax)),
    carried: toUnits(totalDues(row.carried)),
    amount: toUnits(agreedAmount(row)),
  };
}

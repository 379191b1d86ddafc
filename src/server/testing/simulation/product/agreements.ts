import { z } from 'zod';
import { calendarDate } from '../../../../domain/calendar-date.ts';
import {
  type OracleAgreement,
  PARTS,
  type Part,
  type Parts,
} from '../../../../domain/testing/oracle/terms.ts';
import type { Product } from './stage.ts';

const amounts = z
  .object({
    defaultInterest: z.number(),
    defaultInterestTax: z.number(),
    fee: z.number(),
    feeTax: z.number(),
    interest: z.number(),
    tax: z.number(),
    principal: z.number(),
  })
  .transform(({ defaultInterest, defaultInterestTax, ...rest }): Readonly<Record<Part, number>> => ({
    default: defaultInterest,
    defaultTax: defaultInterestTax,
    ...rest,
  }));

const body = z.object({
  base: amounts,
  waived: amounts,
  rows: z.array(
    z.object({
      number: z.number(),
      dueDate: z.string(),
      payableUntil: z.string(),
      principal: z.number(),
      interest: z.number(),
      tax: z.number(),
      fee: z.number(),
      feeTax: z.number(),
      carried: amounts,
    }),
  ),
  isRefinancing: z.boolean(),
});

type Stored = z.output<typeof body>;

/** Agreement as it was accepted, in centavos. */
export async function storedAgreement({ deps }: Product, id: number): Promise<Stored> {
  const row = await deps.db
    .selectFrom('loan_action')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return body.parse(row.body);
}

/** The same in the oracle's words. */
export function agreementOf({ base, waived, rows, isRefinancing }: Stored): OracleAgreement {
  return {
    kind: 'agreement',
    base: exact(base),
    waived: exact(waived),
    rows: rows.map((row) => ({
      number: row.number,
      dueDate: calendarDate(row.dueDate),
      payableUntil: calendarDate(row.payableUntil),
      principal: BigInt(row.principal),
      interest: BigInt(row.interest),
      tax: BigInt(row.tax),
      fee: BigInt(row.fee),
      feeTax: BigInt(row.feeTax),
      carried: exact(row.carried),
    })),
    isRefinancing,
  };
}

function exact(parts: Readonly<Record<Part, number>>): Parts {
  const whole = (part: Part) => BigInt(parts[part]);
  const [def, defaultTax, fee, feeTax, interest, tax, principal] = PARTS.map(whole);
  return {
    default: def ?? 0n,
    defaultTax: defaultTax ?? 0n,
    fee: fee ?? 0n,
    feeTax: feeTax ?? 0n,
    interest: interest ?? 0n,
    tax: tax ?? 0n,
    principal: principal ?? 0n,
  };
}

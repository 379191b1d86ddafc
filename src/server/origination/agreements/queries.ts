import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Currency } from '../../../domain/money.ts';
import type { Queryable } from '../../platform/database.ts';

/** An accepted text as the acceptance keeps it. */
export interface AcceptedText {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly text?: string;
}

/** Amounts in centavos: due date, capital, interest, tax, charge, its tax. */
export type ScheduleColumns = readonly [number, string, number, number, number, number, number];

/** Everything that the papers of a loan say, as it was stored at its confirmation. */
export interface SignedLoan {
  readonly public_id: string;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly customer_id: number;
  readonly principal: number;
  readonly amount_delivered: number;
  readonly instalment_count: number;
  readonly instalment_amount: number;
  readonly final_amount: number;
  readonly is_membership: boolean;
  readonly terms: {
    readonly taxRate: string | number;
    readonly originationFee: { readonly net: number; readonly tax: number };
    readonly defaultInterest: { readonly annualRate: string | number };
  };
  readonly rates: {
    readonly tna: number;
    readonly tea: number;
    readonly cftna: number;
    readonly cftea: number;
    readonly cfteaDated: number;
  };
  readonly delivery_type: string;
  readonly delivery_point: string;
  readonly interest_from: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly document_number: string;
  readonly email: string;
  readonly destination: string;
  readonly at: Date;
  readonly address: string;
  readonly device: string;
  readonly documents: readonly AcceptedText[];
  readonly schedule: readonly ScheduleColumns[];
}

export async function signedLoan(db: Queryable, loanId: number): Promise<SignedLoan | undefined> {
  const { rows } = await sql<SignedLoan>`
    select l.public_id, l.country, l.currency, l.customer_id, l.principal, l.amount_delivered,
      l.instalment_count, l.instalment_amount, l.final_amount, l.is_membership, l.terms, l.rates,
      l.delivery_type, l.delivery_point, l.interest_from, c.first_name, c.last_name, c.document_number, c.email,
      d.destination, a.at, a.address, a.device, a.documents,
      (select json_agg(json_build_array(i.number, i.due_date, i.principal, i.interest, i.tax, i.fee, i.fee_tax)
        order by i.number) from instalment i where i.loan_id = l.id) as schedule
    from loan l
    join acceptance a on a.loan_id = l.id
    join disbursement d on d.loan_id = l.id
    join customer c on c.id = l.customer_id
    where l.id = ${loanId}
  `.execute(db);
  return rows[0];
}

/** The words of a text by their digest. */
export function legalText(db: Queryable, sha256: string) {
  return db
    .selectFrom('legal_text')
    .select(['title', 'words', 'version'])
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst();
}

export function docketOfLoan(db: Queryable, loanId: number) {
  return db.selectFrom('loan_docket').selectAll().where('loan_id', '=', loanId).executeTakeFirst();
}

/** The stored papers of a loan by its public id. */
export function docketByPublicId(db: Queryable, country: CountryCode, publicId: string) {
  return db
    .selectFrom('loan_docket')
    .innerJoin('loan', 'loan.id', 'loan_docket.loan_id')
    .select(['loan.id as loan_id', 'loan.customer_id', 'storage_key', 'sha256'])
    .where('loan.public_id', '=', publicId)
    .where('loan.country', '=', country)
    .executeTakeFirst();
}

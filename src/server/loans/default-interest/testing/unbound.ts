import { sql } from 'kysely';
import { defaultAnnualRate } from '../../../../domain/standing/default-interest.ts';
import type { Database } from '../../../platform/database.ts';

/** Gives a loan the terms of versions that knew no ceiling of default rates and no end of default interest. */
export async function unbound(db: Database, loanId: number, tea = '1.17'): Promise<void> {
  const annualRate = defaultAnnualRate({ basis: 'tea', tea });
  await sql`update loan set terms = jsonb_set(terms #- '{defaultInterest,endsAfterMonths}',
    '{defaultInterest,annualRate}', to_jsonb(${annualRate}::text)) where id = ${loanId}`.execute(db);
}

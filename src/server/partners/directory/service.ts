import type { PartnerKind } from '../../../domain/outside-systems.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CHANNEL_NAMES } from '../../platform/config.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';

export interface Partner {
  readonly id: number;
  readonly country: CountryCode;
  readonly code: string;
  readonly name: string;
  readonly kind: PartnerKind;
}

const columns = ['id', 'country', 'code', 'name', 'kind'] as const;
const kindOf = (kind: string): PartnerKind => (kind === 'own' ? 'own' : 'partner');

/** Partners of a country by name; an installation has few. */
export async function partnersOf(db: Queryable, country: CountryCode): Promise<readonly Partner[]> {
  const rows = await db
    .selectFrom('partner')
    .select(columns)
    .where('country', '=', country)
    .orderBy('name')
    .limit(500)
    .execute();
  return rows.map((row) => ({ ...row, kind: kindOf(row.kind) }));
}

/** Partner, locked so that its keys can be counted; undefined outside these countries. */
export async function lockPartner(
  tx: Tx,
  id: number,
  countries: readonly CountryCode[],
): Promise<Partner | undefined> {
  const row = await tx
    .selectFrom('partner')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && countries.includes(row.country) ? { ...row, kind: kindOf(row.kind) } : undefined;
}

/** Staff command that adds an outside system (docs/product/integrations.md#partners). */
export function partnerCommands({ clock, vault }: Pick<Dependencies, 'clock' | 'vault'>): StaffCommand[] {
  return [
    staffCommand({ clock, vault }, 'POST /api/staff/integrations/partners', async (tx, { body, by }) => {
      const { country, code, name, kind } = body;
      if (!by.countries.includes(country)) return fail('country_forbidden');
      // Leads of a partner must not count as those of a channel of the lender.
      if (CHANNEL_NAMES.includes(code)) return fail('partner_exists');
      const row = await tx
        .insertInto('partner')
        .values({ country, code, name, kind, created_by: by.staffId, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['country', 'code']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!row) return fail('partner_exists');
      const facts = { subject: `partner:${row.id}`, subjectName: name, country, after: { code, kind } };
      return ok({ answer: { messages: [`Agregaste a ${name}.`] }, facts });
    }),
  ];
}

import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { closeDifference } from './queries.ts';

type Shown = OutputOf<'GET /api/staff/operation/differences'>['result'][number];

const units = (centavos: number | null) => (centavos === null ? null : centavos / 100);

/** Open differences, oldest first, or closed ones, newest first. */
export async function differencesPage(
  db: Queryable,
  own: readonly CountryCode[],
  {
    state = 'open',
    country,
    from,
    size = PAGE_SIZE,
  }: Sized<ParsedOf<'GET /api/staff/operation/differences', 'query'>>,
): Promise<OutputOf<'GET /api/staff/operation/differences'>> {
  const isOpen = state === 'open';
  const rows = await db
    .selectFrom('reconciliation_difference')
    .selectAll()
    .where('country', 'in', country ? [country] : [...own])
    .where('closed_at', isOpen ? 'is' : 'is not', null)
    .$if(from !== undefined, (query) => query.where('id', isOpen ? '>' : '<', from ?? 0))
    .orderBy('id', isOpen ? 'asc' : 'desc')
    .limit(size + 1)
    .execute();
  const shown = (row: (typeof rows)[number]): Shown => ({
    id: String(row.id),
    country: row.country,
    provider: row.provider,
    day: row.day,
    kind: row.kind as Shown['kind'],
    key: row.key,
    provider_id: row.provider_id,
    our_state: row.our_state,
    our_amount: units(row.our_amount),
    their_state: row.their_state,
    their_amount: units(row.their_amount),
    found_at: row.found_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? '',
    closed_by: row.closed_by,
    note: row.note,
    version: row.found_at.getTime(),
  });
  return pageOf(rows, size, shown, ({ id }) => id);
}

export function differenceCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/operation/differences/{id}/close', async (tx, asked) => {
      const { params, body, by, seenVersion } = asked;
      const row = await tx
        .selectFrom('reconciliation_difference')
        .selectAll()
        .where('id', '=', params.id)
        .where('country', 'in', [...by.countries])
        .forUpdate()
        .executeTakeFirst();
      if (!row) return fail('not_found');
      if (row.closed_at !== null) {
        const who = row.closed_by || 'La comparación con el proveedor';
        return fail('changed_meanwhile', {
          message: `${who} cerró esta diferencia mientras la mirabas. Actualizá la página.`,
        });
      }
      if (row.found_at.getTime() !== seenVersion)
        return fail('changed_meanwhile', {
          message: 'La comparación con el proveedor encontró otra cosa. Actualizá la página y revisala.',
        });
      await closeDifference(tx, row.id, { note: body.reason, by: by.name }, deps.clock.now());
      const facts = {
        subject: `difference:${row.id}`,
        subjectName: `${row.provider} ${row.key}`,
        country: row.country,
        before: { state: 'open', our_amount: units(row.our_amount), their_amount: units(row.their_amount) },
        after: { state: 'closed' },
      };
      return ok({ answer: { messages: ['Diferencia cerrada.'] }, facts });
    }),
  ];
}

import type { CountryCode } from '../../../countries/countries.ts';
import { searchReadings, type SearchReading } from '../../../countries/identifiers/search-terms.ts';
import type { Dependencies } from '../../dependencies.ts';
import { pipeline } from '../../platform/statements.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { maskDocument, maskSearched } from '../../staff/masks/service.ts';
import { hitsOf, mostHits, recentlyOpened, type HitRow } from './queries.ts';

export function searchRoutes({ db }: Dependencies): Route[] {
  return [
    route('GET /api/staff/recent-customers', async (call) => {
      const { staffId, countries } = staffOf(call);
      const rows = await recentlyOpened(db, staffId, countries);
      const result = rows.map((row) => ({
        customer: String(row.customer_id),
        country: row.country,
        name: nameOf(row),
        document: maskDocument(row.document_number),
        at: row.at.toISOString(),
      }));
      return ok({ result });
    }),
  ];
}

/** Records each search by kind and outcome, never its text. */
export function searchCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/search', async (tx, { body, by }) => {
      // A ticket is found by who may read tickets.
      const readings = searchReadings(body.text, by.countries).filter(
        ({ kind }) => kind !== 'ticket' || by.permissions.has('tickets.read'),
      );
      const found = await pipeline(
        tx,
        readings.map((reading) => (on) => hitsOf(on, reading, by.countries)),
      );
      const { rows, more } = firstOf(found);
      const kinds = [...new Set(readings.map(({ kind }) => kind))];
      const facts = {
        subject: 'search',
        subjectName: '',
        after: { kinds, text: maskSearched(body.text), found: rows.length },
      };
      return ok({ answer: { result: rows.map(hitOf), more }, facts });
    }),
  ];
}

/** Each customer once, by the first kind that found them; a ticket is something of its own. */
function firstOf(found: readonly (readonly HitRow[])[]): { rows: readonly HitRow[]; more: boolean } {
  const seen = new Set<string>();
  const rows = found.flat().filter(({ customer_id: customer, ticket_id: ticket }) => {
    const key = ticket === null ? `customer ${customer}` : `ticket ${ticket}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const more = rows.length > mostHits || found.some((each) => each.length > mostHits);
  return { rows: rows.slice(0, mostHits), more };
}

function hitOf(row: HitRow): {
  kind: SearchReading['kind'];
  customer: string;
  country: CountryCode;
  name: string;
  document: string;
  found: string;
  ticket: string;
} {
  return {
    kind: row.kind,
    customer: row.customer_id === null ? '' : String(row.customer_id),
    country: row.country,
    name: nameOf(row),
    document: maskDocument(row.document_number),
    found: row.found,
    ticket: row.ticket_id === null ? '' : String(row.ticket_id),
  };
}

const nameOf = (row: { readonly first_name: string; readonly last_name: string }) =>
  `${row.first_name} ${row.last_name}`.trim();

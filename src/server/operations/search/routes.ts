import type { OutputOf } from '../../../contract/contract.ts';
import type { Permission } from '../../../contract/staff/permissions.ts';
import { searchReadings, type SearchReading } from '../../../countries/identifiers/search-terms.ts';
import type { Dependencies } from '../../dependencies.ts';
import { pipeline } from '../../platform/statements.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { maskDocument, maskPhone, maskSearched } from '../../staff/masks/service.ts';
import { refusalSentence } from '../../origination/offers/service.ts';
import { targetsOf } from '../../servicing/payments/service.ts';
import { withoutOwnRecord } from '../../staff/own-records/service.ts';
import {
  hitsOf,
  loansToPay,
  mostHits,
  mostOf,
  recentlyOpened,
  signUpOf,
  type HitRow,
  type SignUpRow,
} from './service.ts';

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

/** Permissions to find something, in addition to the search's. */
const NEEDED: Readonly<Partial<Record<SearchReading['kind'], Permission>>> = {
  ticket: 'tickets.read',
  unmatched: 'money.read',
};

/** Records each search by kind and outcome, never its text. */
export function searchCommands(deps: Dependencies): StaffCommand[] {
  return [
    findLoans(deps),
    staffCommand(deps, 'POST /api/staff/search', async (tx, { body, by }) => {
      const readings = searchReadings(body.text, by.countries).filter(({ kind }) => {
        const needed = NEEDED[kind];
        return needed === undefined || by.permissions.has(needed);
      });
      const found = await pipeline(
        tx,
        readings.map((reading) => (on) => hitsOf(on, reading, by.countries)),
      );
      const isMore = found.some((each, index) => each.length > mostOf(readings[index]?.kind ?? 'name'));
      const { rows, more } = firstOf(found, isMore);
      const signUps = await pipeline(
        tx,
        readings.filter(isDocument).map((reading) => (on) => signUpOf(on, reading, by.staffId)),
      );
      const strangers = [
        ...new Map(signUps.flat().map((row) => [`${row.country} ${row.document_number}`, row])).values(),
      ];
      const kinds = [...new Set(readings.map(({ kind }) => kind))];
      const facts = {
        subject: 'search',
        subjectName: '',
        after: { kinds, text: maskSearched(body.text), found: rows.length + strangers.length },
      };
      const now = deps.clock.now();
      const signups = strangers.map((row) => signUpAnswer(row, now));
      return ok({ answer: { result: rows.map(hitOf), signups, more }, facts });
    }),
  ];
}

type DocumentReading = Extract<SearchReading, { kind: 'document' | 'legal-number' }>;

const isDocument = (reading: SearchReading): reading is DocumentReading =>
  reading.kind === 'document' || reading.kind === 'legal-number';

/** Kinds that lead to a loan by its number; the others lead to a customer's loans. */
const LOAN_KINDS: readonly SearchReading['kind'][] = ['loan', 'payment', 'transfer'];
/** Kinds that say nothing of a loan. */
const NOT_LOANS: readonly SearchReading['kind'][] = ['ticket', 'unmatched', 'withdrawal'];
const mostLoans = 8;

const isLoan = ({ kind }: HitRow) => LOAN_KINDS.includes(kind);

/** Finds a loan for money that is matched or booked by hand. */
function findLoans(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/money/loans/find', async (tx, { body, by }) => {
    const { country, text } = body;
    const countries = country ? [country] : by.countries;
    const readings = searchReadings(text, countries).filter(({ kind }) => !NOT_LOANS.includes(kind));
    const found = await pipeline(
      tx,
      readings.map((reading) => (on) => hitsOf(on, reading, countries)),
    );
    const hits = found.flat();
    const loans = hits.filter(isLoan).map((hit) => Number(hit.found));
    const customers = hits.filter((hit) => !isLoan(hit)).map((hit) => hit.customer_id ?? 0);
    const ids = await loansToPay(tx, countries, { customers, loans }, mostLoans + 1);
    const targets = await targetsOf({ db: tx, clock: deps.clock }, ids.slice(0, mostLoans), countries);
    // Staff cannot book money on their own record, so it is not found.
    const result = await withoutOwnRecord(tx, by.staffId, targets, ({ customer }) => customer);
    const facts = {
      subject: 'search',
      subjectName: '',
      ...(country ? { country } : {}),
      after: {
        kinds: [...new Set(readings.map(({ kind }) => kind))],
        text: maskSearched(text),
        found: ids.length,
      },
    };
    return ok({ answer: { result, more: ids.length > mostLoans }, facts });
  });
}

/** Each customer once, by the first kind that found them; a ticket and unmatched money are things of their own. */
function firstOf(
  found: readonly (readonly HitRow[])[],
  isMore: boolean,
): { rows: readonly HitRow[]; more: boolean } {
  const seen = new Set<string>();
  const rows = found
    .flatMap((each) => each.slice(0, mostOf(each[0]?.kind ?? 'name')))
    .filter(({ customer_id: customer, ticket_id: ticket, report_id: report }) => {
      const key =
        ticket !== null ? `ticket ${ticket}` : report !== null ? `report ${report}` : `customer ${customer}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  return { rows: rows.slice(0, mostHits), more: isMore || rows.length > mostHits };
}

const numberOrNone = (id: number | null) => (id === null ? '' : String(id));

function hitOf(row: HitRow): OutputOf<'POST /api/staff/search'>['result'][number] {
  return {
    kind: row.kind,
    customer: numberOrNone(row.customer_id),
    country: row.country,
    name: nameOf(row),
    document: maskDocument(row.document_number),
    phone: maskPhone(row.cellphone),
    found: row.found,
    ticket: numberOrNone(row.ticket_id),
    report: numberOrNone(row.report_id),
  };
}

function signUpAnswer(row: SignUpRow, now: Date): OutputOf<'POST /api/staff/search'>['signups'][number] {
  const { rule, decided_at: at, expires_at: expires, is_refusal: isRefusal } = row;
  return {
    country: row.country,
    name: nameOf(row),
    document: maskDocument(row.document_number),
    phone: maskPhone(row.phone),
    at: row.created_at.toISOString(),
    decision:
      rule === null || at === null || expires === null
        ? null
        : {
            rule,
            is_refusal: isRefusal,
            at: at.toISOString(),
            expires: expires.toISOString(),
            is_live: expires > now,
            told: isRefusal ? refusalSentence(rule, row.outcome ?? {}) : '',
          },
  };
}

const nameOf = (row: { readonly first_name: string; readonly last_name: string }) =>
  `${row.first_name} ${row.last_name}`.trim();

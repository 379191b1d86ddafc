import { sql } from 'kysely';
import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import { debitAttemptOn } from '../../../countries/law/debits.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addBusinessDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { InstalmentStanding } from '../../../domain/standing/standing.ts';
import { debitsAreOff } from '../../customers/preferences/service.ts';
import { cardToCharge } from '../../customers/profile/service.ts';
import type { Day } from '../../platform/work/daily.ts';
import type { Queryable } from '../../platform/database.ts';

interface NamedCard {
  readonly brand: CardBrand;
  readonly lastFour: string;
}

/** Outlook of an instalment's debit, as currently known. */
export type DebitProspect =
  | { readonly kind: 'none' | 'dropped' }
  /** Sent to the gateway. */
  | { readonly kind: 'charging' }
  | { readonly kind: 'planned'; readonly on: CalendarDate; readonly card: NamedCard }
  | { readonly kind: 'declined'; readonly card: NamedCard };

/** Debits of a loan, with the card for the next one. */
interface LoanDebits {
  readonly loan_id: number;
  /** Null without a valid card, or if debits are switched off. */
  readonly card: (NamedCard & { readonly createdAt: string }) | null;
  readonly debits: readonly {
    readonly instalment: number;
    readonly state: string;
    readonly attemptOn: CalendarDate;
    readonly card: NamedCard;
  }[];
}

/** Debits of some loans by loan id, for {@link debitProspect}. */
export async function debitsOfLoans(
  db: Queryable,
  { date }: Day,
  loanIds: readonly number[],
): Promise<ReadonlyMap<number, LoanDebits>> {
  const { rows } = await sql<LoanDebits>`
    select l.id as loan_id,
      case when card.id is not null and not ${debitsAreOff} then json_build_object(
        'brand', card.brand, 'lastFour', card.last_four, 'createdAt', card.created_at) end as card,
      coalesce((
        select json_agg(json_build_object('instalment', d.instalment, 'state', d.state, 'attemptOn', d.attempt_on,
          'card', json_build_object('brand', k.brand, 'lastFour', k.last_four)))
        from instalment_debit d join card k on k.id = d.card_id where d.loan_id = l.id), '[]') as debits
    from loan l left join lateral (${cardToCharge(date)}) card on true
    where l.id = any(${loanIds}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.loan_id, row]));
}

/**
 * Predicts an instalment's debit by the rules of its announcement and attempt. Holds are ignored: those that
 * stop debits also stop the messages about them.
 */
export function debitProspect(
  loan: LoanDebits | undefined,
  { number, dueDate, payableUntil }: Pick<InstalmentStanding, 'number' | 'dueDate' | 'payableUntil'>,
  { country, date }: Day,
  holidays: ReadonlySet<string>,
): DebitProspect {
  const debit = loan?.debits.find(({ instalment }) => instalment === number);
  const card = loan?.card ?? undefined;
  if (debit?.state === 'charging') return { kind: 'charging' };
  if (debit?.state === 'declined') return { kind: 'declined', card: debit.card };
  if (debit !== undefined && debit.state !== 'announced') return { kind: 'dropped' };
  const planned = debit?.attemptOn ?? debitAttemptOn(dueDate, holidays);
  const on = addBusinessDays(planned > date ? planned : date, 0, holidays);
  const isAnnounceable =
    card !== undefined && dueDate >= date && localDate(new Date(card.createdAt), country) <= planned;
  if (card !== undefined && on <= payableUntil && (debit !== undefined || isAnnounceable))
    return { kind: 'planned', on, card };
  return { kind: debit === undefined ? 'none' : 'dropped' };
}

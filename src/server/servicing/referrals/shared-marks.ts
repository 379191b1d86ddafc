import { sql } from 'kysely';
import { documentInNumber } from '../../../countries/identifiers/cuit.ts';
import { mailboxOf } from '../../../countries/identifiers/email.ts';
import { nameKey } from '../../../countries/identifiers/names.ts';
import type { Queryable } from '../../platform/database.ts';

/** Identifying data that referrer and referee may share; values of `referral.refusal`. */
export type SharedMark = 'phone' | 'email' | 'document' | 'holder' | 'account' | 'card' | 'device';

/** Identifying data of a customer as stored, including removed accounts and cards. */
export interface Marks {
  readonly document_number: string;
  readonly legal_number: string;
  readonly name: string;
  readonly email: string;
  /** Number on file, and the verified one. */
  readonly phones: readonly string[];
  readonly accounts: readonly {
    readonly bank: string;
    readonly number: string;
    readonly legal_number: string;
    readonly holder: string;
  }[];
  readonly cards: readonly {
    readonly brand: string;
    /** First six digits; '' for cards stored before these were kept. */
    readonly bin: string;
    readonly last_four: string;
    readonly expires: string;
    readonly holder: string;
  }[];
  /** Browsers and addresses at sign-up and at the confirmation of loans, as in the identity review. */
  readonly devices: readonly { readonly address: string; readonly device: string }[];
}

/**
 * Finds the strongest mark that makes two customers count as one person for the programme
 * (docs/product/borrowers-area.md#reward).
 */
export async function sharedMark(
  db: Queryable,
  referrerId: number,
  refereeId: number,
): Promise<SharedMark | undefined> {
  const [one, other] = [await marksOf(db, referrerId), await marksOf(db, refereeId)];
  return sharedBy(one, other);
}

/** {@link sharedMark} for data already loaded. */
export function sharedBy(one: Marks, other: Marks): SharedMark | undefined {
  if (meet(documentsOf(one), documentsOf(other))) return 'document';
  if (isHeldByOther(one, other) || isHeldByOther(other, one)) return 'holder';
  if (meet(accountsOf(one), accountsOf(other))) return 'account';
  if (one.cards.some((card) => other.cards.some((each) => isSameCard(card, each)))) return 'card';
  if (meet(one.phones, other.phones)) return 'phone';
  if (meet([mailboxOf(one.email)], [mailboxOf(other.email)])) return 'email';
  return meet(devicesOf(one), devicesOf(other)) ? 'device' : undefined;
}

const meet = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((each) => each !== '' && others.includes(each));

const documentsOf = ({ document_number, legal_number }: Marks): string[] =>
  [document_number, legal_number].map(documentInNumber);

/**
 * True if an account of one is in the name of the other, or both have an account of the same third person.
 */
function isHeldByOther(one: Marks, other: Marks): boolean {
  const numbers = [...documentsOf(other), ...foreignNumbers(other)];
  const names = [nameKey(other.name), ...foreignNames(other)];
  return meet(foreignNumbers(one), numbers) || meet(foreignNames(one), names);
}

const foreignNumbers = (of: Marks): string[] =>
  of.accounts
    .map(({ legal_number }) => documentInNumber(legal_number))
    .filter((each) => !documentsOf(of).includes(each));

const foreignNames = (of: Marks): string[] =>
  of.accounts.map(({ holder }) => nameKey(holder)).filter((each) => each !== nameKey(of.name));

const accountsOf = ({ accounts }: Marks): string[] =>
  accounts.flatMap(({ bank, number }) => (number === '' ? [] : `${bank} ${number}`));

function isSameCard(one: Marks['cards'][number], other: Marks['cards'][number]): boolean {
  const isAlike =
    one.brand === other.brand && one.last_four === other.last_four && one.expires === other.expires;
  if (!isAlike) return false;
  if (one.bin !== '' && other.bin !== '') return one.bin === other.bin;
  return meet([nameKey(one.holder)], [nameKey(other.holder)]);
}

const devicesOf = ({ devices }: Marks): string[] =>
  devices.flatMap(({ address, device }) => (address === '' || device === '' ? [] : `${address} ${device}`));

async function marksOf(db: Queryable, customerId: number): Promise<Marks> {
  const { rows } = await sql<Marks>`
    select c.document_number, c.legal_number, concat(c.first_name, ' ', c.last_name) as name, c.email,
      array(select c.cellphone union select k.cellphone from phone_code k
        where k.customer_id = c.id and k.used_at is not null) as phones,
      coalesce((select json_agg(json_build_object('bank', b.bank_id, 'number', b.account_number,
        'legal_number', b.legal_number, 'holder', b.account_holder))
        from bank_account b where b.customer_id = c.id), '[]') as accounts,
      coalesce((select json_agg(json_build_object('brand', k.brand, 'bin', k.bin, 'last_four', k.last_four,
        'expires', concat(k.expires_year, '-', k.expires_month), 'holder', k.holder))
        from card k where k.customer_id = c.id), '[]') as cards,
      coalesce((select json_agg(d) from (
        select a.address, a.device from loan l join acceptance a on a.loan_id = l.id where l.customer_id = c.id
        union
        select coalesce(e.address, ''), coalesce(e.detail->>'device', '') from event e
        where e.customer_id = c.id and e.kind = 'terms-accepted') d), '[]') as devices
    from customer c where c.id = ${customerId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no customer ${customerId}`);
  return row;
}

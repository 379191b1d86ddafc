import { sql, type RawBuilder } from 'kysely';
import type { Optional, ErasedText } from './column-types.ts';
import type { CellPhone } from '../../countries/identifiers/phones.ts';
import { calendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { Clock } from './clock.ts';
import type { DB } from './database-types.ts';
import type { Tx } from './database.ts';
import type { RandomSource } from './secrets.ts';
import type { JobSender } from './work/jobs.ts';

/** Replaces a birthday. */
export const UNKNOWN_DAY = calendarDate('1900-01-01');
/** A domain that RFC 2606 keeps free for ever: no message can reach anybody there. */
export const NOWHERE = 'suprimido.invalid';

/** Replaces a unique value. */
export function erasedText(random: RandomSource): ErasedText {
  return random.token() as ErasedText;
}

/** The erased person's data before erasure, and the replacements. */
export interface ErasedPerson {
  readonly customerId: number;
  readonly country: CountryCode;
  readonly email: string;
  readonly cellphone: Optional<CellPhone>;
  readonly leadId: number | null;
  /** Replaces a unique value. */
  readonly token: ErasedText;
  /** An address that delivers to no one. */
  readonly noEmail: string;
}

/** Finds the rows of a person in a table `t`; `c` is the customer's row. */
export interface HeldTable {
  /** Heading in the file. */
  readonly label: string;
  readonly where: RawBuilder<boolean>;
  /** Secrets, and where files lie: they say nothing about the person. */
  readonly omit?: readonly string[];
  /** Counted for the page under this heading; tables without one are details of others. */
  readonly heading?: string;
}

export const ofCustomer = sql<boolean>`t.customer_id = c.id`;
export const ofLoan = sql<boolean>`t.loan_id in (select l.id from loan l where l.customer_id = c.id)`;

interface EraseDependencies {
  readonly clock: Clock;
  readonly jobs: JobSender;
}

/** A feature's data about a person and its erasure (docs/decisions/0034-own-data.md). */
export interface PersonalData {
  /** Its tables with something of a person. */
  readonly held: Readonly<Partial<Record<keyof DB, HeldTable>>>;
  /** Forgets what no duty wants kept: ways into the account, contact data, unfinished work, opinions. */
  readonly contact?: (tx: Tx, deps: EraseDependencies, person: ErasedPerson) => Promise<void>;
  /** Forgets the identity, once nothing has to be kept any more. */
  readonly identity?: (
    tx: Tx,
    deps: EraseDependencies,
    person: Pick<ErasedPerson, 'customerId' | 'token'>,
  ) => Promise<void>;
}

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

/** Replaces an erased birthdate. */
export const UNKNOWN_DAY = calendarDate('1900-01-01');
/** Domain under the TLD `invalid`, which RFC 2606 reserves, so that mail to it is never delivered. */
export const NOWHERE = 'suprimido.invalid';

/** Random replacement for a value in a unique column. */
export function erasedText(random: RandomSource): ErasedText {
  return random.token() as ErasedText;
}

/** The erased person's previous data, and the replacement values. */
export interface ErasedPerson {
  readonly customerId: number;
  readonly country: CountryCode;
  readonly email: string;
  readonly cellphone: Optional<CellPhone>;
  readonly leadId: number | null;
  readonly token: ErasedText;
  readonly noEmail: string;
}

/** Selects a person's rows of a table `t`; `c` is the customer's row. */
export interface HeldTable {
  /** Heading in the downloaded file. */
  readonly label: string;
  readonly where: RawBuilder<boolean>;
  /** Columns left out: secrets and storage locations, which say nothing about the person. */
  readonly omit?: readonly string[];
  /** Heading of the count on the page. Tables without one are details of others. */
  readonly heading?: string;
}

export const ofCustomer = sql<boolean>`t.customer_id = c.id`;
export const ofLoan = sql<boolean>`t.loan_id in (select l.id from loan l where l.customer_id = c.id)`;

interface EraseDependencies {
  readonly clock: Clock;
  readonly jobs: JobSender;
}

/** A feature's personal data and its erasure (docs/decisions/0034-own-data.md). */
export interface PersonalData {
  readonly held: Readonly<Partial<Record<keyof DB, HeldTable>>>;
  /** Erases data that no law requires to be kept: logins, contact data, unfinished work, opinions. */
  readonly contact?: (tx: Tx, deps: EraseDependencies, person: ErasedPerson) => Promise<void>;
  /** Erases the identity, once no law requires it to be kept any longer. */
  readonly identity?: (
    tx: Tx,
    deps: EraseDependencies,
    person: Pick<ErasedPerson, 'customerId' | 'token'>,
  ) => Promise<void>;
}

import type { CallKey, OutputOf, ParsedOf, UploadFieldsOf } from '../../../contract/contract.ts';
import type { Permission, StaffRole } from '../../../contract/staff/permissions.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Tx } from '../database.ts';
import type { Result } from './result.ts';

/** The logged-in customer. */
export interface Identity {
  readonly customerId: number;
  readonly sessionDigest: Buffer;
  /** When the person last proved who they are. */
  readonly freshAt: Date;
  readonly isEmailProved: boolean;
}

/** The signed-in member of the staff. */
export interface StaffIdentity {
  readonly staffId: number;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly countries: readonly CountryCode[];
  readonly permissions: ReadonlySet<Permission>;
  readonly sessionDigest: Buffer;
  /** The person has shown in the last minutes that it is still them. */
  readonly isProven: boolean;
  /** The session was opened minutes ago. */
  readonly isNew: boolean;
  /** Passkeys that the person still has to add before anything else. */
  readonly passkeysMissing: number;
}

/** Source of a request. Neither address nor device ever reaches a log. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
  readonly device: string;
  /** Scheme and host the person sees, for links. */
  readonly baseUrl: string;
  readonly channel: string;
}

export interface UploadedFile {
  readonly bytes: Buffer;
}

/** Runs a command in one transaction with the idempotency record; a returned failure rolls back. */
export type Commit<Output> = (work: (tx: Tx) => Promise<Result<Output>>) => Promise<Result<Output>>;

export interface Call<K extends CallKey> {
  readonly params: ParsedOf<K, 'params'>;
  readonly query: ParsedOf<K, 'query'>;
  readonly body: ParsedOf<K, 'body'>;
  readonly fields: UploadFieldsOf<K>;
  readonly file: UploadedFile | undefined;
  /** Country of the borrower's host; for a staff call the one it names, which is among the person's own. */
  readonly country: CountryCode;
  /** Always there for `customer` calls; see {@link callerOf}. */
  readonly identity: Identity | undefined;
  /** Always there for `staff` calls; see {@link staffOf}. */
  readonly staff: StaffIdentity | undefined;
  /** The version in `If-Match`; always there for `versioned` calls. */
  readonly seenVersion: number | undefined;
  /** Gives the browser its staff session, or takes it away. */
  readonly setStaffSession: (token: string | undefined) => void;
  readonly origin: Origin;
  /** Asked for on the console's host. */
  readonly isConsole: boolean;
  /** For signed calls only; the signature is a header. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The same for the repetitions of a request with an `Idempotency-Key` and for nothing else. */
  readonly submission: Buffer | undefined;
  readonly commit: Commit<Answer<K>>;
}

/** Answer of a handler: the members, or raw bytes for calls that do not answer in the envelope. */
export type Answer<K extends CallKey> = OutputOf<K> extends object ? OutputOf<K> : RawAnswer;

export interface RawAnswer {
  readonly type: string;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly key: CallKey;
  // The registry holds handlers of every call; each was checked against its own call by `route`.
  readonly handle: (call: Call<CallKey>) => Promise<Result<object>>;
  /**
   * True if everything happens inside the commit: a repetition repeats no limit count and no outside call.
   */
  readonly isAllInCommit?: boolean;
  /** The change and its row of the audit are one transaction; each staff call that writes has to say so. */
  readonly isAudited?: true;
  /** Data of persons in its answers is logged and counted; each staff call that shows some has to be. */
  readonly isWatched?: true;
}

/** Implements a call of the contract. */
export function route<K extends CallKey>(
  key: K,
  handle: (call: Call<K>) => Promise<Result<Answer<K>>>,
  traits: Pick<Route, 'isAllInCommit' | 'isAudited'> = {},
): Route {
  return { key, handle, ...traits };
}

/** The customer of a call that only customers can make. */
export function callerOf(call: { readonly identity: Identity | undefined }): Identity {
  if (!call.identity) throw new Error('a customer call was reached without a customer');
  return call.identity;
}

/** The member of the staff of a call that only they can make. */
export function staffOf(call: { readonly staff: StaffIdentity | undefined }): StaffIdentity {
  if (!call.staff) throw new Error('a staff call was reached without a member of the staff');
  return call.staff;
}

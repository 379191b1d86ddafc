import type { CallKey, OutputOf, ParsedOf, UploadFieldsOf } from '../../../contract/contract.ts';
import type { PartnerKind, PartnerScope } from '../../../domain/outside-systems.ts';
import type { Permission, StaffRole } from '../../../contract/staff/permissions.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Tx } from '../database.ts';
import type { Result } from './result.ts';

export interface Identity {
  readonly customerId: number;
  readonly sessionDigest: Buffer;
  /** Time of the person's last authentication. */
  readonly freshAt: Date;
  readonly isEmailProved: boolean;
}

export interface StaffIdentity {
  readonly staffId: number;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly countries: readonly CountryCode[];
  readonly permissions: ReadonlySet<Permission>;
  readonly sessionDigest: Buffer;
  /** The person passed a passkey check within the last minutes. */
  readonly isProven: boolean;
  /** The session was opened within the last minutes. */
  readonly isNew: boolean;
  /** Number of passkeys that the person still has to add before doing anything else. */
  readonly passkeysMissing: number;
}

/** Holder of an API key (docs/product/integrations.md#api-keys). */
export interface PartnerIdentity {
  readonly keyId: number;
  readonly partnerId: number;
  /** Channel of its leads. */
  readonly code: string;
  readonly kind: PartnerKind;
  readonly scopes: readonly PartnerScope[];
  readonly hourlyLimit: number;
  readonly expiresAt: Date;
}

/** Source of a request. Neither address nor device is ever logged. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
  readonly device: string;
  /** Scheme and host that the person sees, for building links. */
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
  /**
   * Country of the borrower's host; for a staff call, the country it names, which has to be one of the
   * person's own.
   */
  readonly country: CountryCode;
  /** Always set for `customer` calls; see {@link callerOf}. */
  readonly identity: Identity | undefined;
  /** Always set for `staff` calls; see {@link staffOf}. */
  readonly staff: StaffIdentity | undefined;
  /** Always set for `partner` calls; see {@link partnerOf}. */
  readonly partner: PartnerIdentity | undefined;
  /** Version in `If-Match`; always set for `versioned` calls. */
  readonly seenVersion: number | undefined;
  /** Sets the staff session cookie, or clears it. */
  readonly setStaffSession: (token: string | undefined) => void;
  readonly origin: Origin;
  readonly isConsole: boolean;
  /** Headers, to verify the signature of a signed call. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Id shared by all repetitions of a request with an `Idempotency-Key`. */
  readonly submission: Buffer | undefined;
  readonly commit: Commit<Answer<K>>;
}

/** Result of a handler: JSON members, or raw bytes for calls that do not use the envelope. */
export type Answer<K extends CallKey> = OutputOf<K> extends object ? OutputOf<K> : RawAnswer;

export interface RawAnswer {
  readonly type: string;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly key: CallKey;
  // The registry holds handlers of all calls; `route` checked each against its own call.
  readonly handle: (call: Call<CallKey>) => Promise<Result<object>>;
  /** True if all effects happen inside the commit, so that a repetition repeats no external call. */
  readonly isAllInCommit?: (call: Call<CallKey>) => boolean;
  /** The change and its audit row share one transaction. Required of every staff call that writes. */
  readonly isAudited?: true;
  /** Personal data in its responses is logged and counted. Required of every staff call that shows any. */
  readonly isWatched?: true;
}

export function route<K extends CallKey>(
  key: K,
  handle: (call: Call<K>) => Promise<Result<Answer<K>>>,
  traits: Pick<Route, 'isAudited'> & { readonly isAllInCommit?: (call: Call<K>) => boolean } = {},
): Route {
  return { key, handle, ...traits };
}

/** Customer of a `customer` call. */
export function callerOf(call: { readonly identity: Identity | undefined }): Identity {
  if (!call.identity) throw new Error('a customer call was reached without a customer');
  return call.identity;
}

/** Staff member of a `staff` call. */
export function staffOf(call: { readonly staff: StaffIdentity | undefined }): StaffIdentity {
  if (!call.staff) throw new Error('a staff call was reached without a member of the staff');
  return call.staff;
}

/** Holder of the key of a `partner` call. */
export function partnerOf(call: { readonly partner: PartnerIdentity | undefined }): PartnerIdentity {
  if (!call.partner) throw new Error('a partner call was reached without a key');
  return call.partner;
}

import type { CallKey, OutputOf, ParsedOf, UploadFieldsOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Tx } from '../database.ts';
import type { Result } from './result.ts';

/** The logged-in customer. */
export interface Identity {
  readonly customerId: number;
  readonly sessionDigest: Buffer;
  /** When the person last proved who they are. */
  readonly freshAt: Date;
}

/** Where a request comes from. Neither address nor device ever reaches a log. */
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
  readonly country: CountryCode;
  /** Always there for `customer` calls; see {@link callerOf}. */
  readonly identity: Identity | undefined;
  readonly origin: Origin;
  /** For signed calls only, whose signature is a header. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The same for the repetitions of a request with an `Idempotency-Key` and for nothing else. */
  readonly submission: Buffer | undefined;
  readonly commit: Commit<Answer<K>>;
}

/** What a handler gives: the answer's members, or raw bytes for calls that do not answer in the envelope. */
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
  /** Nothing happens outside the commit that a repetition must not meet: no limit is counted, nobody is asked. */
  readonly isAllInCommit?: boolean;
}

/** Implements a call of the contract. */
export function route<K extends CallKey>(
  key: K,
  handle: (call: Call<K>) => Promise<Result<Answer<K>>>,
  traits: Pick<Route, 'isAllInCommit'> = {},
): Route {
  return { key, handle, ...traits };
}

/** The customer of a call that only customers can make. */
export function callerOf(call: { readonly identity: Identity | undefined }): Identity {
  if (!call.identity) throw new Error('a customer call was reached without a customer');
  return call.identity;
}

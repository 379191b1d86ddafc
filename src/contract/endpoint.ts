import type { z } from 'zod';
import type { FailureCode } from './failures.ts';
import type { Permission, StaffRole } from './staff/permissions.ts';

/**
 * Allowed callers: anybody (`public`), anybody but a valid session changes the answer (`optional`),
 * a logged-in customer (`customer`), or a holder of the short-lived service token (`service`,
 * docs/product/calls.md#service-token). On the console's host alone: anybody (`console`), or a signed-in member of the
 * staff (`staff`, docs/security.md#the-console).
 */
type Access = 'public' | 'optional' | 'customer' | 'service' | 'console' | 'staff';

/** Calls of the console's host, which no borrowers' host serves. */
export function isOfConsole({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'console' || access === 'staff';
}

/** A multipart call: text fields and exactly one file called `file`. */
export interface Upload {
  readonly fields: z.ZodObject;
  /** Largest accepted file, bytes. */
  readonly maxBytes: number;
}

/** The shape of one call. Its key in a resource file is `'METHOD /full/path/{param}'`. */
export interface Endpoint {
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly upload?: Upload;
  /** Largest JSON body where that is not the usual one. */
  readonly maxBodyBytes?: number;
  /** JSON members in addition to `status: 'success'`, or the kind of a non-JSON answer. */
  readonly response: z.ZodObject | 'binary' | 'html';
  /** Media type of a binary answer; several where the answer has one of them. */
  readonly media?: string | readonly string[];
  /** Body as an HTML form sends it, for providers that post so. */
  readonly takesForm?: true;
  /** Failures of this call beyond those any call can give. */
  readonly failures: readonly FailureCode[];
  /** The answer is the same for everybody on a host and may be kept this long; other answers are never stored. */
  readonly maxAgeSeconds?: number;
  /**
   * Takes an `Idempotency-Key` (docs/product/calls.md#idempotency): everything that moves money or creates
   * something.
   */
  readonly idempotent?: true;
  /** Changes login credentials: refused until the account's email address is proved. */
  readonly provedEmail?: true;
  /** Permission required of a member of the staff; `any` for calls that concern only the caller. */
  readonly permission?: Permission | 'any';
  /** Reason codes; the body names one. */
  readonly reasons?: readonly string[];
  /** A second person who holds this has to approve; until then the answer is `pending_approval`. */
  readonly approval?: Permission;
  /** A smaller amount needs no second person: the command says which (`isSmall`). */
  readonly approvalFromLimit?: true;
  /**
   * Takes `preview` in its query, which reports the effects only: nothing is written, requested or counted.
   */
  readonly previewed?: true;
  /** Needs a proof of the last five minutes that it is still the person, by a passkey. */
  readonly stepUp?: true;
  /**
   * Shows data of persons, each named by `customer` in the answer or by the address: as a person's own page or record,
   * or as rows of a list. Logged, and counted for the budget of the day.
   */
  readonly persons?: 'opened' | 'listed';
  /** Open to who still has to add the passkeys that an installation without an identity provider asks for. */
  readonly isBeforePasskeys?: true;
  /** Limit per person and day (UTC), by role; the highest of their roles counts. */
  readonly daily?: { readonly everybody: number } & Partial<Record<StaffRole, number>>;
  /** The body holds personal data: it waits for the second person encrypted, and shows to both when asked for. */
  readonly personal?: true;
  /** Needs `If-Match` with the version that the caller has seen. */
  readonly versioned?: true;
  /** Served only with the sandbox on. */
  readonly sandbox?: true;
}

/** Checks a literal against {@link Endpoint} without widening it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

import type { z } from 'zod';
import type { FailureCode } from './failures.ts';
import type { PartnerScope } from '../domain/outside-systems.ts';
import type { Permission, StaffRole } from './staff/permissions.ts';

/**
 * Allowed callers. On the borrowers' hosts: anybody (`public`), anybody but with a response that depends on
 * the session (`optional`), a logged-in customer (`customer`), or a holder of the short-lived service token
 * (`service`, docs/product/calls.md#service-token), or a holder of an API key (`partner`,
 * docs/product/integrations.md#api-keys). On the console's host only: anybody (`console`), or a
 * signed-in staff member (`staff`, docs/security.md#the-console).
 */
type Access = 'public' | 'optional' | 'customer' | 'service' | 'partner' | 'console' | 'staff';

/** Checks whether a call belongs to the console's host; borrowers' hosts do not serve it. */
export function isOfConsole({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'console' || access === 'staff';
}

/** A multipart call: text fields and exactly one file, named `file`. */
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
  /** Largest JSON body in bytes, if it differs from the server's default. */
  readonly maxBodyBytes?: number;
  /** JSON members in addition to `status: 'success'`, or the kind of a non-JSON response. */
  readonly response: z.ZodObject | 'binary' | 'html';
  /** Media type of a binary response; a list if it can be one of several. */
  readonly media?: string | readonly string[];
  /** Accepts a form-encoded body, for providers that send webhooks in that form. */
  readonly takesForm?: true;
  /** Failures specific to this call; those common to every call are not listed. */
  readonly failures: readonly FailureCode[];
  /**
   * Cache lifetime of a response that is the same for everybody on a host. Without it, responses are never
   * stored.
   */
  readonly maxAgeSeconds?: number;
  /**
   * Takes an `Idempotency-Key` (docs/product/calls.md#idempotency). Set on every call that moves money or
   * creates something.
   */
  readonly idempotent?: true;
  /** Refuses a request without an `Idempotency-Key`; staff calls always do. */
  readonly needsKey?: true;
  /** Scope required of an API key; `any` for calls that only concern the key. */
  readonly scope?: PartnerScope | 'any';
  /** Changes login credentials: refused until the account's e-mail address is verified. */
  readonly provedEmail?: true;
  /** Permission required of a staff member; `any` for calls that concern only the caller. */
  readonly permission?: Permission | 'any';
  /** Accepted reason codes; the request body names one. */
  readonly reasons?: readonly string[];
  /** Permission required of the approver; until the approval the response is `pending_approval`. */
  readonly approval?: Permission;
  /**
   * Stays possible while a request about its subject waits for a second person: it stops something, or decides
   * nothing.
   */
  readonly whileWaiting?: true;
  /** Lets smaller amounts pass without approval; the command decides which (`isSmall`). */
  readonly approvalFromLimit?: true;
  /**
   * Accepts `preview` in its query, which reports the effects only: nothing is written, requested or counted.
   */
  readonly previewed?: true;
  /** Requires a passkey check within the last five minutes. */
  readonly stepUp?: true;
  /**
   * Shows personal data, with each person named by `customer` in the response or by the address: `opened` as
   * a person's page or record, `listed` as rows of a list. Logged, and counted against the daily budget.
   */
  readonly persons?: 'opened' | 'listed';
  /**
   * Allowed for staff who have not yet added the passkeys that an installation without an identity provider
   * requires.
   */
  readonly isBeforePasskeys?: true;
  /** Limit per person and day (UTC), by role; a person with several roles gets the highest. */
  readonly daily?: { readonly everybody: number } & Partial<Record<StaffRole, number>>;
  /**
   * The body holds personal data: while awaiting approval it is stored encrypted, and both people see it on
   * request.
   */
  readonly personal?: true;
  /** Requires `If-Match` with the version that the caller has seen. */
  readonly versioned?: true;
  readonly sandbox?: true;
}

/** Checks a literal against {@link Endpoint} without widening it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

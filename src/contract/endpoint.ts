import type { z } from 'zod';
import type { FailureCode } from './failures.ts';

/**
 * Who may call: anybody (`public`), anybody but a valid session changes the answer (`optional`),
 * a logged-in customer (`customer`), or a holder of the short-lived service token (`service`,
 * docs/product/calls.md#service-token).
 */
export type Access = 'public' | 'optional' | 'customer' | 'service';

/** A multipart call: text fields beside exactly one file called `file`. */
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
  /** JSON members beside `status: 'success'`, or the kind of a non-JSON answer. */
  readonly response: z.ZodObject | 'binary' | 'html';
  /** Failures of this call beyond those any call can give. */
  readonly failures: readonly FailureCode[];
  /** The answer is the same for everybody on a host and may be kept this long; other answers are never stored. */
  readonly maxAgeSeconds?: number;
  /**
   * Takes an `Idempotency-Key` (docs/product/calls.md#idempotency): everything that moves money or creates
   * something.
   */
  readonly idempotent?: true;
  /** Served only with the sandbox on. */
  readonly sandbox?: true;
}

/** Checks a literal against {@link Endpoint} without widening it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

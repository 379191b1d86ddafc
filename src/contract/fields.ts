import { z } from 'zod';
import { CURRENCY_CODES } from '../domain/currency.ts';

/**
 * Digits sent as a string or a JSON number. Converted to a string unchanged, spaces included, because the
 * field's rule validates it.
 */
export const digits = z.union([z.string().max(40), z.number().int().nonnegative()]).transform(String);

/** Bidirectional control marks: invisible in input and never needed in Spanish. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text as typed, with accents normalized to single code points. Spaces are kept, because the field's rule
 * decides about them.
 */
export const typed = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.normalize('NFC'));

/** Free text of at most `max` characters, trimmed. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replaceAll(directions, '').trim());

/** Optional free text; a missing or null value becomes ''. */
export const optionalText = (max: number) =>
  z
    .union([z.string().max(max), z.number(), z.null()])
    .optional()
    .transform((value) =>
      value === null || value === undefined ? '' : String(value).replaceAll(directions, '').trim(),
    );

/** Accepts 1/0 and true/false, since existing clients send both for flags. */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.literal('0'), z.literal('1')])
  .transform((value) => value === true || value === 1 || value === '1');

export const currency = z.enum(CURRENCY_CODES);

/** Currency units with at most two decimals. */
export const money = z.number();

/** A fraction: 2.6 is 260 %. */
export const rate = z.number();

/** An unguessable public identifier or one-time secret. */
export const hash = z.string().min(1).max(200);

/** Signature of a short-lived address given to a file's owner, which opens the file without a login. */
export const signature = z.object({
  expires: z.string().max(20).optional(),
  signature: z.string().max(100).optional(),
});

/**
 * Cuts text that is too long instead of refusing it: an advertisement's link must not make a sign-up fail.
 */
const cutText = optionalText(50_000).transform((value) => value.slice(0, 2000));

/** Campaign that brought a visitor (docs/product/shell.md#campaigns); stored as sent. */
export const attribution = { referrer: cutText, parameter: cutText };

/** Response of a command that returns no data. */
export const done = z.object({ messages: z.array(z.string()) });

/** A key-value list (docs/product/calls.md#wire-formats). */
export const keyValueList = z.object({ model: z.record(z.string(), z.string()) });

/** A row's id, as used in paths and filters. */
export const rowId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

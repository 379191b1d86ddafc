import { z } from 'zod';

/**
 * Digits of a card number, grouped or not. Rejected in other members, so that a client that mixes them up
 * cannot make the server store a card number.
 */
const cardLike = /^(?:[-_]?\d){12,20}$/;

/**
 * Replaces the card number and security code in a request body when the browser got a token from the card
 * gateway (decision 0042): the token, and the card details that responses and lists show.
 */
export const tokenisedCard = {
  token: z
    .string()
    .regex(/^[\w-]{8,100}$/)
    .refine((token) => !cardLike.test(token))
    .optional(),
  /** First six digits of the card. They identify the brand, and a charge has to name them. */
  bin: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  last_four: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
};

interface EitherCard {
  readonly number: string;
  readonly cvv: string;
  readonly token?: string | undefined;
  readonly bin?: string | undefined;
  readonly last_four?: string | undefined;
}

/**
 * Requires either the card's number or its token, never both; reports each problem on the member at fault.
 */
export function isEitherCard(body: EitherCard, context: z.core.$RefinementCtx): void {
  const wrong = (name: keyof EitherCard) =>
    context.addIssue({ code: 'custom', path: [name], message: 'a card is sent as number or as token' });
  if (body.token === undefined) {
    for (const name of ['bin', 'last_four'] as const) if (body[name] !== undefined) wrong(name);
    return;
  }
  for (const name of ['bin', 'last_four'] as const) if (body[name] === undefined) wrong(name);
  for (const name of ['number', 'cvv'] as const) if (body[name] !== '') wrong(name);
}

import { z } from 'zod';

/** The digits of a card in groups or not: a client that mixes up its members must not have us store a number. */
const cardLike = /^(?:[-_]?\d){12,20}$/;

/**
 * What a payload has instead of number and security code where the browser got a token from the card gateway
 * (decision 0042): the token and what the gateway's answers and people's lists show of a card.
 */
export const tokenisedCard = {
  token: z
    .string()
    .regex(/^[\w-]{8,100}$/)
    .refine((token) => !cardLike.test(token))
    .optional(),
  /** The card's first six digits, which tell its brand and which a charge names. */
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

/** A body brings a card's number or its token, never both: faults are told at the member that is wrong. */
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

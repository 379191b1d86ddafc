import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, optionalText } from './fields.ts';

/** Application steps that store unsent input. The card step is excluded on purpose. */
export const draftSteps = ['address', 'bank', 'delivery', 'account', 'phone'] as const;

export type DraftStep = (typeof draftSteps)[number];

/** Input of a step, keyed by form field name. */
const values = z
  .record(z.string().min(1).max(40), z.string().max(200))
  .refine((typed) => Object.keys(typed).length <= 20, 'Son demasiados campos.');

export const drafts = z.partialRecord(z.enum(draftSteps), z.record(z.string(), z.string()));

/**
 * Unsent input of an application, so that it can be continued on another device
 * (docs/product/application.md#drafts).
 */
export const draftCalls = {
  'POST /api/v3/application-draft': endpoint({
    summary: 'Keep what is typed into a step and not sent yet; no values forget it',
    access: 'customer',
    body: z.strictObject({ step: z.enum(draftSteps), values }),
    response: done,
    failures: [],
  }),
  'POST /api/v3/selected-option': endpoint({
    summary: "Keep the plan that is chosen of the customer's own offer; '' forgets it",
    access: 'customer',
    body: z.strictObject({ option: optionalText(200) }),
    response: done,
    failures: ['offer_unknown'],
  }),
};

import { z } from 'zod';
import { done } from '../fields.ts';
import { approvable, beforeRow, country, reasonText, rowId } from './fields.ts';
import type { Permission } from './permissions.ts';

/** A challenger is in force for a share of the people; only credit rules have them. */
export const VERSION_STATES = ['in_force', 'challenger', 'scheduled', 'replaced', 'ended'] as const;

/** A version as every kind of versioned list shows it. */
export const version = z.object({
  id: z.string(),
  country,
  name: z.string(),
  state: z.enum(VERSION_STATES),
  valid_from: z.string(),
  /** First day without the version; '' if none is set. */
  ends_on: z.string(),
  version: z.number(),
});

/** A version that is being prepared. */
export const draft = z.object({
  id: z.string(),
  country,
  name: z.string(),
  based_on: z.string(),
  based_on_name: z.string(),
  version: z.number(),
  changed_by: z.string(),
  changed_at: z.string(),
  /** Requester of the activation, while it awaits a second person. */
  waits: z.string(),
});

const params = z.object({ id: rowId });
const failures = ['not_found'] as const;

/** Parts of the calls of one kind; `change` prepares and `approve` decides. */
export function versionCalls<const Reasons extends readonly [string, ...string[]]>(
  change: Permission,
  approve: Permission,
  reasons: Reasons,
) {
  const write = { access: 'staff', permission: change, params, idempotent: true } as const;
  return {
    why: { reason_code: z.enum(reasons), reason: reasonText },
    list: {
      access: 'staff',
      permission: 'config.read',
      query: z.object({ country: country.optional(), before: beforeRow }),
      failures: ['country_forbidden'],
    },
    read: { access: 'staff', permission: 'config.read', params, failures },
    copy: {
      ...write,
      body: z.strictObject({ name: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,39}$/) }),
      response: z.object({ result: z.object({ id: z.string() }) }),
    },
    save: { ...write, versioned: true, failures: ['not_found', 'changed_meanwhile'] },
    discard: {
      ...write,
      versioned: true,
      body: z.strictObject({ reason: reasonText }),
      response: done,
      failures: ['not_found', 'changed_meanwhile'],
    },
    decided: {
      ...write,
      versioned: true,
      reasons,
      approval: approve,
      stepUp: true,
      daily: { everybody: 30 },
      response: z.object({ ...approvable }),
    },
  } as const;
}

import type { CallKey, Contract } from '../contract.ts';

type ConsoleAccess = 'console' | 'staff';

/** The calls of the console's host. */
export type StaffKey = {
  [K in CallKey]: Contract[K]['access'] extends ConsoleAccess ? K : never;
}[CallKey];

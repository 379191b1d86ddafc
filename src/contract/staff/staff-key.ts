import type { CallKey, Contract } from '../contract.ts';

type ConsoleAccess = 'console' | 'staff';

export type StaffKey = {
  [K in CallKey]: Contract[K]['access'] extends ConsoleAccess ? K : never;
}[CallKey];

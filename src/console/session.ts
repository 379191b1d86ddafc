import { createContext, use } from 'react';
import type { OutputOf } from '../contract/contract.ts';
import type { StaffKey } from '../contract/staff/staff-key.ts';

export type Me = OutputOf<'GET /api/staff/me'>['result'];

export const MeContext = createContext<Me | undefined>(undefined);

/** Who is signed in. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('nobody is signed in here');
  return me;
}

/** Whether the person's roles allow a call: menus and buttons ask this and nothing else. */
export const allows = (me: Me, key: StaffKey): boolean => me.calls.includes(key);

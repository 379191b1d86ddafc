import { createContext, use } from 'react';
import type { OutputOf } from '../contract/contract.ts';
import type { StaffKey } from '../contract/staff/staff-key.ts';

export type Me = OutputOf<'GET /api/staff/me'>['result'];

export const MeContext = createContext<Me | undefined>(undefined);

/** Signed-in person. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('nobody is signed in here');
  return me;
}

/** True if the person's roles allow a call: the only check of menus and buttons. */
export const allows = (me: Me, key: StaffKey): boolean => me.calls.includes(key);

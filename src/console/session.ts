import { createContext, use } from 'react';
import type { OutputOf, StaffKey } from '../contract/contract.ts';

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

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../contract/paths.ts';
import { useLoggedIn } from '../session.ts';
import { LookupFailed } from '../shell/lookup-failed.tsx';
import { usePathParam } from '../router/context.ts';
import { ScreenSkeleton } from '../shell/screen.tsx';
import { type Coupon, couponQuery } from './coupon-query.ts';
import { lookupTexts as texts } from './texts.ts';

/** Content of a payment page once the payment is loaded. */
type Draw = (coupon: Coupon, again: () => void) => ReactNode;

/**
 * The payment of the address. One that cannot be had leads to /estado-cuenta after 2 s
 * (docs/product/shell.md#failed-look-ups).
 */
export function WithCoupon({ children }: { children: Draw }) {
  return <Shown query={useQuery(couponQuery(usePathParam('hash'), useLoggedIn()))}>{children}</Shown>;
}

/** The same for a payment that is looked at in another way. */
export function Shown({ query, children }: { query: UseQueryResult<Coupon>; children: Draw }) {
  if (query.data) return children(query.data, () => void query.refetch());
  if (query.isError) return <LookupFailed {...texts} to={paths.accountStatus()} />;
  return <ScreenSkeleton shapes={['title', 'money', 'block', 'line', 'line', 'line', 'button']} />;
}

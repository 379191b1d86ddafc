import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { FAILED_LOOKUP_REDIRECT_MS } from '../../countries/constants.ts';
import { paths } from '../paths.ts';
import { useLoggedIn } from '../session.ts';
import { usePathParam } from '../shell/route-values.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { type Coupon, couponQuery } from './coupon-query.ts';
import { lookupTexts as texts } from './texts.ts';

/** What a page of a payment shows once the payment is known. */
type Draw = (coupon: Coupon, again: () => void) => ReactNode;

/** The payment of the address. One that cannot be had leads to /estado-cuenta after 2 s (B §4, B §8). */
export function WithCoupon({ children }: { children: Draw }) {
  return <Shown query={useQuery(couponQuery(usePathParam('hash'), useLoggedIn()))}>{children}</Shown>;
}

/** The same for a payment that is looked at in another way. */
export function Shown({ query, children }: { query: UseQueryResult<Coupon>; children: Draw }) {
  if (query.data) return children(query.data, () => void query.refetch());
  if (query.isError) return <NothingFound />;
  return <ScreenSkeleton shapes={['title', 'money', 'block', 'line', 'line', 'line', 'button']} />;
}

function NothingFound() {
  const go = useGo();
  useEffect(() => {
    const timer = setTimeout(() => go.replace(paths.accountStatus()), FAILED_LOOKUP_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [go]);
  return (
    <Screen title={texts.title}>
      <Card>
        <p role="alert">{texts.text}</p>
      </Card>
    </Screen>
  );
}

import { Suspense, useEffect, useLayoutEffect } from 'react';
import { retypeRest } from '../early-input.ts';
import { Boundary } from './boundary.tsx';
import { type Routing, useRouter, useRouterState } from './context.ts';

/** The page of the current address. */
export function Outlet({ pending: Pending, broken }: Routing) {
  const router = useRouter();
  const { shown, coming, location, isSlow, hasFailed } = useRouterState({ select: (state) => state });
  // Runs after each render; a page already announced is skipped.
  useLayoutEffect(() => {
    if (shown) router.settle();
  });
  const Broken = broken;
  if (hasFailed) return <Broken />;
  if (!shown || isSlow) return <Pending columns={coming?.columns} />;
  const { Screen, Layout, route } = shown;
  const screen = (
    <Boundary key={route.path} place={location.key} broken={broken}>
      <Suspense fallback={<Pending columns={route.columns} />}>
        <Screen />
        <Arrived />
      </Suspense>
    </Boundary>
  );
  return Layout ? <Layout>{screen}</Layout> : screen;
}

/** Sibling of the screen, so that its effect runs after all effects of the screen. */
function Arrived() {
  useEffect(retypeRest, []);
  return null;
}

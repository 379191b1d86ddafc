import { Suspense, useLayoutEffect } from 'react';
import { Boundary } from './boundary.tsx';
import { type Routing, useRouter, useRouterState } from './context.ts';

/** The page of the current address. */
export function Outlet({ pending: Pending, broken }: Routing) {
  const router = useRouter();
  const { shown, coming, location, isSlow, hasFailed } = useRouterState({ select: (state) => state });
  // After every drawing: what was told of already is not told again.
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
      </Suspense>
    </Boundary>
  );
  return Layout ? <Layout>{screen}</Layout> : screen;
}

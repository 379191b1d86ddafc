import { type ComponentProps, lazy, Suspense } from 'react';
import type { Approved } from './approved.tsx';
import { Waiting } from './waiting.tsx';

const load = () => import('./approved.tsx');
const Loaded = lazy(async () => ({ default: (await load()).Approved }));

// The waiting page paints without this code, which arrives while the offer is asked for. A failure is met again
// where the code is needed.
if (typeof window !== 'undefined') load().catch(() => undefined);

/** {@link Approved}, fetched beside the offer itself. */
export function ApprovedLater(props: ComponentProps<typeof Approved>) {
  return (
    <Suspense fallback={<Waiting />}>
      <Loaded {...props} />
    </Suspense>
  );
}

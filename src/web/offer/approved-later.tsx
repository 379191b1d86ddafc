import { later } from '../later.tsx';
import { Waiting } from './waiting.tsx';

const load = () => import('./approved.tsx');

// The waiting page paints without this code, which arrives while the offer is asked for. A failure is met again
// where the code is needed.
if (typeof window !== 'undefined') load().catch(() => undefined);

/** The approved offer, fetched beside the offer itself. */
export const ApprovedLater = later(load, 'Approved', { waiting: <Waiting /> });

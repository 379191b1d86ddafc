import { laterDialog } from '../../later.tsx';

/** The payment dialog, fetched when it opens: most visits of a balance only look. */
export const PaymentDialog = laterDialog(() => import('./payment-dialog.tsx'), 'PaymentDialog');

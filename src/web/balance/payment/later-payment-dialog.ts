import type { ComponentType } from 'react';
import { laterDialog } from '../../later.tsx';
import type { PaymentDialogProps } from './payment-dialog.tsx';

/** The payment dialog, fetched when it opens: most visits of a balance only look. */
export const PaymentDialog: ComponentType<PaymentDialogProps> = laterDialog(
  () => import('./payment-dialog.tsx'),
  'PaymentDialog',
);

import type { Customer } from './texts.ts';

export interface CustomerDialogProps {
  customer: Customer;
  onClose: () => void;
  /** @param message what was done, to be shown */
  onDone: (message: string) => void;
}

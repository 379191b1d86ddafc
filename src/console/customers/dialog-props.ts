import type { Customer } from './texts.ts';

export interface CustomerDialogProps {
  customer: Customer;
  onClose: () => void;
  /** @param message confirmation to show */
  onDone: (message: string) => void;
}

import { useMutation } from '@tanstack/react-query';
import type { InputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { UNMASK_REASON_NAMES } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import type { Customer } from './texts.ts';

type Body = InputOf<'POST /api/staff/customers/{id}/unmask', 'body'>;

/** One thing that is masked. */
export interface Masked {
  readonly field: Body['field'];
  readonly account?: string;
  readonly label: string;
}

interface UnmaskDialogProps {
  customer: Customer;
  masked: Masked;
  onClose: () => void;
  onShown: (value: string) => void;
}

export function UnmaskDialog({ customer, masked, onClose, onShown }: UnmaskDialogProps) {
  const reason = useReason(UNMASK_REASON_NAMES, 'verify');
  const show = useMutation({
    mutationFn: () =>
      call('POST /api/staff/customers/{id}/unmask', {
        params: { id: customer.id },
        body: {
          field: masked.field,
          ...(masked.account === undefined ? {} : { account: masked.account }),
          ...reason.body,
        },
      }),
    onSuccess: ({ value }) => onShown(value),
  });
  return (
    <FormDialog title={`Ver: ${masked.label}`} action="Ver" write={show} onClose={onClose}>
      <p>Queda en el registro que lo viste y por qué.</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

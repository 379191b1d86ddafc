import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { UNMASK_REASON_NAMES } from '../texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, type Reason } from '../ui/reason-fields.tsx';
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
  const [reason, setReason] = useState<Reason<Body['reason_code']>>({ code: 'verify', text: '' });
  const show = useMutation({
    mutationFn: () =>
      call('POST /api/staff/customers/{id}/unmask', {
        params: { id: customer.id },
        body: {
          field: masked.field,
          ...(masked.account === undefined ? {} : { account: masked.account }),
          reason_code: reason.code,
          reason: reason.text,
        },
      }),
    onSuccess: ({ value }) => onShown(value),
  });
  return (
    <FormDialog
      title={`Ver: ${masked.label}`}
      action="Ver"
      busy={show.isPending}
      error={show.error}
      onClose={onClose}
      onSubmit={() => show.mutate()}
    >
      <p>Queda en el registro que lo viste y por qué.</p>
      <ReasonFields names={UNMASK_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

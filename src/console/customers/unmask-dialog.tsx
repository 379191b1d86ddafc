import type { InputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { UNMASK_REASON_NAMES } from '../../words/texts.ts';
import { ReasonDialog } from '../ui/write-dialog.tsx';
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
  const { field, account, label } = masked;
  const what = { field, ...(account === undefined ? {} : { account }) };
  return (
    <ReasonDialog
      title={`Ver: ${label}`}
      action="Ver"
      names={UNMASK_REASON_NAMES}
      first="verify"
      write={(reason) =>
        call('POST /api/staff/customers/{id}/unmask', {
          params: { id: customer.id },
          body: { ...what, ...reason },
        })
      }
      said={({ value }) => value}
      onDone={onShown}
      onClose={onClose}
    >
      <p>Queda en el registro que lo viste y por qué.</p>
    </ReasonDialog>
  );
}

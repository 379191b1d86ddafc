import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../ui/api-failure.ts';
import { Notice } from '../../ui/tag.tsx';
import { asSeen, call } from '../api.ts';
import { AWAITS } from '../../words/texts.ts';
import { Change } from '../ui/change.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { staleBy } from '../ui/outcome.ts';
import type { OrderDialogProps } from './dialogs.tsx';
import { SettleFields, SettleReason, useSettling } from './settle-fields.tsx';

/** Manual resolution by evidence, with the provider's last response and the effect on the books. */
export function SettleDialog({ order, onClose, onDone, onStale }: OrderDialogProps) {
  const { body, fields, isReady } = useSettling(order.answers[0]);
  const input = { ...asSeen(order), body };
  const preview = useQuery({
    queryKey: ['pay-out-preview', order.id, order.version, body.outcome, body.file, body.receipt_code],
    queryFn: () =>
      call('POST /api/staff/pay-outs/{id}/settle', {
        ...input,
        body: { ...body, reason: 'Vista previa' },
        query: { preview: '1' },
      }),
    enabled: isReady,
    retry: false,
    gcTime: 0,
  });
  const settle = useMutation({
    mutationFn: () => call('POST /api/staff/pay-outs/{id}/settle', { ...input, query: {} }),
    onSuccess: () => onDone(AWAITS),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title="Resolver con comprobante"
      action="Pedir aprobación"
      busy={settle.isPending}
      error={settle.error}
      onClose={onClose}
      onSubmit={() => {
        if (fields.evidence) settle.mutate();
      }}
    >
      <SettleFields fields={fields} country={order.country} />
      <Preview error={preview.error} seen={preview.data} />
      <SettleReason fields={fields} />
    </FormDialog>
  );
}

interface PreviewProps {
  error: Error | null;
  seen: { readonly before: string; readonly after: string } | undefined;
}

/** Books before and after. */
function Preview({ error, seen }: PreviewProps) {
  return (
    <div aria-live="polite">
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {seen && <Change before={seen.before} after={seen.after} />}
    </div>
  );
}

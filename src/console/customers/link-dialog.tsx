import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { LINK_REASON_NAMES } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import page from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import type { CustomerDialogProps } from './texts.ts';
import css from './customers.module.css';

const NAMES = {
  login_sms: 'De ingreso, por SMS',
  login_email: 'De ingreso, por mail',
  payment: 'Para pagar, por mail',
} as const;
type LinkName = keyof typeof NAMES;

/** Shows what will be sent before it is. */
export function LinkDialog({ customer, onClose, onDone }: CustomerDialogProps) {
  const { id } = customer;
  const [link, setLink] = useState<LinkName>('login_sms');
  const reason = useReason(LINK_REASON_NAMES, 'customer_asks');
  const shown = useQuery({
    queryKey: ['link', id, link],
    queryFn: async () =>
      (await call('GET /api/staff/customers/{id}/links/{link}', { params: { id, link } })).result,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const send = useMutation({
    mutationFn: () =>
      call('POST /api/staff/customers/{id}/links/{link}', {
        params: { id, link },
        version: customer.version,
        body: reason.body,
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
  });
  return (
    <FormDialog
      title="Mandar un link"
      action="Mandar"
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={() => {
        if (shown.data) send.mutate();
      }}
    >
      <label className={page.field}>
        <span>Link</span>
        <select value={link} onChange={(event) => setLink(event.target.value as LinkName)}>
          {Object.entries(NAMES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div aria-live="polite">
        {shown.isPending && <SkeletonGroup label="Escribiendo el mensaje…" shapes={['line', 'line']} />}
        {shown.error && <Notice tone="bad">{messageOf(shown.error)}</Notice>}
        {shown.data && (
          <figure className={css.message}>
            <figcaption>
              {shown.data.channel === 'sms' ? 'SMS' : 'Mail'} a {shown.data.to}
              {shown.data.subject && `: ${shown.data.subject}`}
            </figcaption>
            <blockquote>{shown.data.text}</blockquote>
          </figure>
        )}
      </div>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

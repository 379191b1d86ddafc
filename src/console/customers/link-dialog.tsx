import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { LINK_REASON_NAMES } from '../../words/texts.ts';
import page from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { LinkPreview, SendDialog, useLinkPreview, type LinkName } from './link-preview.tsx';
import type { CustomerDialogProps } from './texts.ts';

const NAMES = {
  login_sms: 'De ingreso, por SMS',
  login_email: 'De ingreso, por mail',
  payment: 'Para pagar, por mail',
} as const satisfies Readonly<Record<LinkName, string>>;

/** Shows what will be sent before it is. */
export function LinkDialog({ customer, onClose, onDone }: CustomerDialogProps) {
  const { id } = customer;
  const [link, setLink] = useState<LinkName>('login_sms');
  const reason = useReason(LINK_REASON_NAMES, 'customer_asks');
  const shown = useLinkPreview(id, link);
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
    <SendDialog title="Mandar un link" shown={shown} send={send} onClose={onClose}>
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
      <LinkPreview shown={shown} />
      <ReasonFields {...reason.fields} />
    </SendDialog>
  );
}

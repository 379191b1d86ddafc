import { useQuery } from '@tanstack/react-query';
import type { STAFF_LINKS } from '../../contract/staff/customers.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { FormDialog, type FormDialogProps } from '../ui/form-dialog.tsx';
import css from './customers.module.css';

export type LinkName = (typeof STAFF_LINKS)[number];

/** Reads the message with a link as it would be sent now. */
export const useLinkPreview = (id: string, link: LinkName) =>
  useQuery({
    queryKey: ['link', id, link],
    queryFn: async () =>
      (await call('GET /api/staff/customers/{id}/links/{link}', { params: { id, link } })).result,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

interface SendDialogProps extends Pick<FormDialogProps, 'title' | 'onClose' | 'children'> {
  shown: ReturnType<typeof useLinkPreview>;
  send: NonNullable<FormDialogProps['write']>;
}

/** Form around a preview; sends nothing before the message is shown. */
export function SendDialog({ shown, send, ...dialog }: SendDialogProps) {
  const { isPending, error } = send;
  const mutate = () => {
    if (shown.data) send.mutate();
  };
  return <FormDialog {...dialog} action="Mandar" write={{ isPending, error, mutate }} />;
}

/** Channel, masked address and text of the message. */
export function LinkPreview({ shown }: { shown: ReturnType<typeof useLinkPreview> }) {
  return (
    <div aria-live="polite">
      {shown.isPending && <SkeletonGroup label="Escribiendo el mensaje…" shapes={['line', 'line']} />}
      {shown.error && <Notice tone="bad">{messageOf(shown.error)}</Notice>}
      {shown.data && (
        <figure className={css.message}>
          <figcaption>
            {shown.data.channel === 'sms' ? 'SMS' : 'Mail'} a {shown.data.to}
            {shown.data.subject && `: ${shown.data.subject}`}
          </figcaption>
          {/* The keyboard scrolls a text longer than its frame. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={css.scrolled} tabIndex={0} role="group" aria-label="Texto del mensaje">
            <blockquote>{shown.data.text}</blockquote>
          </div>
        </figure>
      )}
    </div>
  );
}

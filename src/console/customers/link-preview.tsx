import { useQuery } from '@tanstack/react-query';
import type { STAFF_LINKS } from '../../contract/staff/customers.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
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

import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { upload } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { type TicketPartProps, useTicketWrite } from './ticket.ts';
import own from './tickets.module.css';

/** Attaches an image or a PDF that the customer reads in the account, where there is one. */
export function AttachForm({ ticket, onDone, onStale }: TicketPartProps) {
  const me = useMe();
  const input = useRef<HTMLInputElement>(null);
  const send = useTicketWrite(
    { onDone, onStale },
    (file: File) =>
      upload('POST /api/staff/tickets/{id}/files', file, {
        params: { id: ticket.id },
        query: { name: file.name.slice(-300) },
      }),
    () => 'Archivo adjunto. Avisale con una respuesta.',
  );
  const hasReader = ticket.customer !== '' && !ticket.is_strangers && ticket.merged_into === null;
  if (!hasReader || !allows(me, 'POST /api/staff/tickets/{id}/files')) return null;
  return (
    <section className={own.card} aria-labelledby="adjuntar">
      <h2 id="adjuntar">Adjuntar</h2>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Archivo"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send.mutate(file);
          // The same file can be chosen again after it was refused.
          target.value = '';
        }}
      />
      <p className={css.minor}>
        Una foto o un PDF, hasta 5 MB. La persona lo ve enseguida en su cuenta; el mail sale con la respuesta.
      </p>
      <Trouble error={send.error} />
      <div>
        <Button kind="ghost" small busy={send.isPending} onClick={() => input.current?.click()}>
          Elegir archivo
        </Button>
      </div>
    </section>
  );
}

import { useState } from 'react';
import { PHOTO_REASONS, REJECTION_SENTENCES, type PhotoReason } from '../../countries/identity-reasons.ts';
import { Notice } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { KIND_NAMES, samePhoto, type PhotoKind, type Review } from '../../words/identity.ts';
import { useDecision } from './use-decision.ts';
import { FRAUD_REASON_NAMES, REJECT_REASON_NAMES } from '../../words/identity-names.ts';

export interface DialogProps {
  review: Review;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Confirms an approval, which releases the money. */
export function ApproveDialog({ review, onClose, onDone }: DialogProps) {
  const warning = samePhoto(review);
  const send = useDecision(
    review,
    () =>
      call('POST /api/staff/identity/{id}/approve', { params: { id: review.id }, version: review.version }),
    onDone,
  );
  return (
    <FormDialog title="Aprobar la identidad" action="Aprobar" write={send} onClose={onClose} confirms>
      {warning && <Notice tone="late">{warning}</Notice>}
      <p>
        Las fotos son de {review.person || 'la persona que pide'}. El envío de{' '}
        {money(review.amount, review.currency)} sigue solo.
      </p>
    </FormDialog>
  );
}

/** Photos to be taken again, each with its reason, which the borrower reads as it is. */
export function AskDialog({
  review,
  large,
  onClose,
  onDone,
}: DialogProps & { large: PhotoKind | undefined }) {
  const [asked, setAsked] = useState<Readonly<Partial<Record<PhotoKind, PhotoReason>>>>(
    large ? { [large]: 'blurred' } : {},
  );
  const photos = review.photos.flatMap(({ kind }) => {
    const reason = asked[kind];
    return reason ? [{ kind, reason }] : [];
  });
  const send = useDecision(
    review,
    () =>
      call('POST /api/staff/identity/{id}/ask', {
        params: { id: review.id },
        version: review.version,
        body: { photos },
      }),
    onDone,
  );
  const [isEmpty, setEmpty] = useState(false);
  const submit = () => (photos.length > 0 ? send.mutate() : setEmpty(true));
  return (
    <FormDialog
      title="Pedir fotos de nuevo"
      action="Pedir fotos"
      busy={send.isPending}
      error={send.error ?? (isEmpty && photos.length === 0 ? new Error('Elegí al menos una foto.') : null)}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>Elegí qué foto pedir y por qué. Le avisamos por mail y en su cuenta.</p>
      {review.photos.map(({ kind }) => (
        <label key={kind} className={css.field}>
          <span>{KIND_NAMES[kind]}</span>
          <select
            value={asked[kind] ?? ''}
            onChange={(event) =>
              setAsked((all) => ({ ...all, [kind]: (event.target.value || undefined) as PhotoReason }))
            }
          >
            <option value="">No pedirla</option>
            {Object.entries(PHOTO_REASONS).map(([code, sentence]) => (
              <option key={code} value={code}>
                {sentence}
              </option>
            ))}
          </select>
        </label>
      ))}
      <div role="status">
        {photos.length > 0 && (
          <>
            <p>Esto es lo que va a leer:</p>
            <ul>
              {photos.map(({ kind, reason }) => (
                <li key={kind}>
                  {KIND_NAMES[kind]}: <em>{PHOTO_REASONS[reason]}</em>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FormDialog>
  );
}

/** The loan ends; the person reads the sentence of the reason, never the explanation. */
export function RejectDialog({ review, onClose, onDone }: DialogProps) {
  const reason = useReason(REJECT_REASON_NAMES, 'unconfirmed');
  const send = useDecision(
    review,
    () =>
      call('POST /api/staff/identity/{id}/reject', {
        params: { id: review.id },
        version: review.version,
        body: reason.body,
      }),
    onDone,
  );
  return (
    <FormDialog title="Rechazar la identidad" action="Rechazar" kind="danger" write={send} onClose={onClose}>
      <p>
        El préstamo termina sin enviar el dinero. No se puede deshacer: la persona puede volver a pedirlo.
      </p>
      <ReasonFields {...reason.fields} />
      <p>
        La persona va a leer: <em>{REJECTION_SENTENCES[reason.code]}</em> La explicación queda para el equipo.
      </p>
    </FormDialog>
  );
}

/** The same for the borrower as any identity that was not confirmed. */
export function FraudDialog({ review, onClose, onDone }: DialogProps) {
  const reason = useReason(FRAUD_REASON_NAMES, 'forged');
  const send = useDecision(
    review,
    () =>
      call('POST /api/staff/identity/{id}/fraud', {
        params: { id: review.id },
        version: review.version,
        body: reason.body,
      }),
    onDone,
  );
  return (
    <FormDialog
      title="Marcar como fraude"
      action="Marcar como fraude"
      kind="danger"
      write={send}
      onClose={onClose}
    >
      <p>
        El préstamo termina sin enviar el dinero y sus próximas solicitudes esperan siempre una revisión. La
        persona lee lo mismo que en cualquier rechazo: <em>{REJECTION_SENTENCES.unconfirmed}</em>
      </p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

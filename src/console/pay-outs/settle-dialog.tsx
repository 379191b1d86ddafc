import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../web/api-failure.ts';
import { Notice } from '../../web/ui/tag.tsx';
import { call } from '../api.ts';
import { factsOf, when } from '../texts.ts';
import { EvidenceField, type Evidence } from '../ui/evidence.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, type Reason } from '../ui/reason-fields.tsx';
import { RULING_REASON_NAMES } from './names.ts';
import { useOrderWrite, type OrderDialogProps } from './dialogs.tsx';
import { answerName } from './texts.ts';

type Outcome = 'paid' | 'not-paid';

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  paid: 'Se pagó: el dinero llegó',
  'not-paid': 'No se pagó: el dinero nunca salió',
};

/** Ends it by evidence: what the provider said last, and what would become of the books, are seen before. */
export function SettleDialog({ order, onClose, ...part }: OrderDialogProps) {
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const [receipt, setReceipt] = useState('');
  const [evidence, setEvidence] = useState<Evidence>();
  const [reason, setReason] = useState<Reason<keyof typeof RULING_REASON_NAMES>>({
    code: 'statement',
    text: '',
  });
  const [answer] = order.answers;
  const isReady = evidence !== undefined && (outcome === 'not-paid' || receipt.trim() !== '');
  const input = {
    params: { id: order.id },
    version: order.version,
    body: {
      outcome,
      ...(outcome === 'paid' ? { receipt_code: receipt } : {}),
      file: evidence?.id ?? '0',
      answer: answer?.id ?? '0',
      reason_code: reason.code,
      reason: reason.text,
    },
  };
  const preview = useQuery({
    queryKey: ['pay-out-preview', order.id, order.version, outcome, evidence?.id, receipt],
    queryFn: () =>
      call('POST /api/staff/pay-outs/{id}/settle', {
        ...input,
        body: { ...input.body, reason: 'Vista previa' },
        query: { preview: '1' },
      }),
    enabled: isReady,
    retry: false,
    gcTime: 0,
  });
  const settle = useOrderWrite(
    part,
    () => call('POST /api/staff/pay-outs/{id}/settle', { ...input, query: {} }),
    () => 'Espera aprobación: se hace cuando otra persona lo apruebe.',
  );
  return (
    <FormDialog
      title="Resolver con comprobante"
      action="Pedir aprobación"
      busy={settle.isPending}
      error={settle.error}
      onClose={onClose}
      onSubmit={() => {
        if (evidence) settle.mutate();
      }}
    >
      <LastAnswer answer={answer} />
      <OutcomeField outcome={outcome} onChange={setOutcome} />
      {outcome === 'paid' && (
        <label className={css.field}>
          <span>Número de la transferencia</span>
          <input
            required
            maxLength={60}
            value={receipt}
            onChange={(event) => setReceipt(event.target.value)}
          />
        </label>
      )}
      <EvidenceField country={order.country} evidence={evidence} onChange={setEvidence} />
      <Preview error={preview.error} seen={preview.data} />
      <ReasonFields names={RULING_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

function OutcomeField({ outcome, onChange }: { outcome: Outcome; onChange: (outcome: Outcome) => void }) {
  return (
    <label className={css.field}>
      <span>Qué pasó</span>
      <select value={outcome} onChange={(event) => onChange(event.target.value as Outcome)}>
        {Object.entries(OUTCOMES).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PreviewProps {
  error: Error | null;
  seen: { readonly before: string; readonly after: string } | undefined;
}

/** How the books stand, and how they would. */
function Preview({ error, seen }: PreviewProps) {
  return (
    <div aria-live="polite">
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {seen && (
        <>
          <p className={css.minor}>Hoy: {factsOf(seen.before).join(' · ')}</p>
          <p className={css.minor}>Quedaría: {factsOf(seen.after).join(' · ')}</p>
        </>
      )}
    </div>
  );
}

function LastAnswer({ answer }: { answer: OrderDialogProps['order']['answers'][number] | undefined }) {
  return (
    <p>
      Lo último que dijo el proveedor: <strong>{answerName(answer?.state ?? '')}</strong>
      {answer && `, ${when(answer.last_at)}`}. Si dice otra cosa antes de la aprobación, no se hace.
    </p>
  );
}

import { useState } from 'react';
import { when } from '../../words/texts.ts';
import { EvidenceField, type Evidence } from '../ui/evidence.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { RULING_REASON_NAMES } from '../../words/payout-names.ts';
import { answerName } from '../../words/payouts.ts';

type Outcome = 'paid' | 'not-paid';

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  paid: 'Se pagó: el dinero llegó',
  'not-paid': 'No se pagó: el dinero nunca salió',
};

/** Provider's last response about an order. */
interface SaidLast {
  readonly id: string;
  readonly state: string;
  readonly last_at: string;
}

/** Evidence for two people to resolve an order without a final response. */
export function useSettling(answer: SaidLast | undefined) {
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const [receipt, setReceipt] = useState('');
  const [evidence, setEvidence] = useState<Evidence>();
  const reason = useReason(RULING_REASON_NAMES, 'statement');
  const body = {
    outcome,
    ...(outcome === 'paid' ? { receipt_code: receipt } : {}),
    file: evidence?.id ?? '0',
    answer: answer?.id ?? '0',
    ...reason.body,
  };
  const fields = {
    answer,
    outcome,
    setOutcome,
    receipt,
    setReceipt,
    evidence,
    setEvidence,
    reason: reason.fields,
  };
  const isReady = evidence !== undefined && (outcome === 'not-paid' || receipt.trim() !== '');
  return { body, fields, isReady };
}

interface Props {
  fields: ReturnType<typeof useSettling>['fields'];
  country: Parameters<typeof EvidenceField>[0]['country'];
}

/** Outcome, number and evidence. */
export function SettleFields({ fields, country }: Props) {
  const { answer, outcome, setOutcome, receipt, setReceipt, evidence, setEvidence } = fields;
  return (
    <>
      <p>
        Lo último que dijo el proveedor: <strong>{answerName(answer?.state ?? '')}</strong>
        {answer && `, ${when(answer.last_at)}`}. Si dice otra cosa antes de la aprobación, no se hace.
      </p>
      <label className={css.field}>
        <span>Qué pasó</span>
        <select value={outcome} onChange={(event) => setOutcome(event.target.value as Outcome)}>
          {Object.entries(OUTCOMES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
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
      <EvidenceField country={country} evidence={evidence} onChange={setEvidence} />
    </>
  );
}

/** Reason: a code from a list, and free text. */
export function SettleReason({ fields: { reason } }: Pick<Props, 'fields'>) {
  return <ReasonFields {...reason} />;
}

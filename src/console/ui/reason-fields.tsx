import { REASONS } from '../texts.ts';
import css from './page.module.css';

export type ReasonCode = keyof typeof REASONS;

export interface Reason {
  readonly code: ReasonCode;
  readonly text: string;
}

/** Why: a code to count by, and words. */
export function ReasonFields({ reason, onChange }: { reason: Reason; onChange: (reason: Reason) => void }) {
  return (
    <>
      <label className={css.field}>
        <span>Motivo</span>
        <select
          value={reason.code}
          onChange={(event) => onChange({ ...reason, code: event.target.value as ReasonCode })}
        >
          {Object.entries(REASONS).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ReasonText text={reason.text} onChange={(text) => onChange({ ...reason, text })} />
    </>
  );
}

export function ReasonText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <label className={css.field}>
      <span>Explicación</span>
      <textarea
        required
        minLength={4}
        maxLength={500}
        rows={2}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

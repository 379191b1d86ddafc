import { useState } from 'react';
import type { REASONS } from '../../words/texts.ts';
import css from './page.module.css';

type ReasonCode = keyof typeof REASONS;

export interface Reason<Code extends string = ReasonCode> {
  readonly code: Code;
  readonly text: string;
}

/** A reason as a call names it. */
export interface ReasonBody<Code extends string> {
  readonly reason_code: Code;
  readonly reason: string;
}

interface ReasonFieldsProps<Code extends string> {
  /** Labels by code. */
  names: Readonly<Record<Code, string>>;
  reason: Reason<Code>;
  onChange: (reason: Reason<Code>) => void;
}

/** A reason that is being given: what its fields need, and how a call names it. */
export function useReason<Code extends string>(names: Readonly<Record<Code, string>>, first: NoInfer<Code>) {
  const [reason, onChange] = useState<Reason<Code>>({ code: first, text: '' });
  const { code, text } = reason;
  const body: ReasonBody<Code> = { reason_code: code, reason: text };
  return { code, fields: { names, reason, onChange }, body };
}

/** Reason: a code for statistics, and free text. */
export function ReasonFields<Code extends string>({ names, reason, onChange }: ReasonFieldsProps<Code>) {
  return (
    <>
      <label className={css.field}>
        <span>Motivo</span>
        <select
          value={reason.code}
          onChange={(event) => onChange({ ...reason, code: event.target.value as Code })}
        >
          {Object.entries<string>(names).map(([code, name]) => (
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

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CONTACT_RESULTS, HARDSHIP_REASONS } from '../../contract/staff/collections.ts';
import { addDays, calendarDate } from '../../domain/calendar-date.ts';
import { HARDSHIP_NAMES, RESULT_NAMES } from '../../words/collection-names.ts';
import { refusalSentence, type Case } from '../../words/collections.ts';
import { money, readUnits } from '../amounts.ts';
import { call } from '../api.ts';
import { LinkPreview, SendDialog, useLinkPreview } from '../customers/link-preview.tsx';
import { useMe } from '../session.ts';
import css from '../ui/page.module.css';
import { answered, WriteDialog } from '../ui/write-dialog.tsx';

export type Result = (typeof CONTACT_RESULTS)[number];

export interface CaseDialogProps {
  found: Case;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Effect of a result, shown before it is saved. */
const EFFECTS: Readonly<Record<Result, string>> = {
  'no-answer': 'Vuelve a la cola mañana, salvo que elijas otro día.',
  'wrong-number':
    'A ese número no se llama ni se le manda SMS ni WhatsApp hasta que la persona cargue otro. Vuelve a la cola en 3 días.',
  spoke: 'Vuelve a la cola en 3 días, salvo que elijas otro día. Si nadie la atiende, queda a tu nombre.',
  promise:
    'No se la contacta hasta ese día. Se cumple sola cuando paga: nadie la marca. Si nadie la atiende, queda a tu nombre.',
  hardship: 'Empiezan 30 días sin contacto. El interés sigue corriendo: decíselo.',
  dispute: 'Se abre un ticket con lo que dice, y no se la contacta hasta que se le responda.',
  'wants-no-calls': 'No se la llama más. Los mails siguen.',
};

/** Result of the call under way, with its fields. */
export function ResultDialog({ found, result, ...dialog }: CaseDialogProps & { result: Result }) {
  const [note, setNote] = useState('');
  const [look, setLook] = useState('');
  const [hardship, setHardship] = useState<(typeof HARDSHIP_REASONS)[number]>('income');
  const promise = usePromise(found);
  const hasLook = result !== 'promise' && result !== 'hardship' && result !== 'dispute';
  return (
    <WriteDialog
      {...dialog}
      title={RESULT_NAMES[result]}
      action="Guardar"
      write={() =>
        call('POST /api/staff/customers/{id}/collection/calls/{contact}/result', {
          params: { id: found.customer, contact: found.open_contact },
          body: {
            result,
            note,
            ...(look ? { next_look: look } : {}),
            ...(result === 'promise' ? { promise: promise.body } : {}),
            ...(result === 'hardship' ? { hardship } : {}),
          },
        })
      }
      said={answered}
    >
      <p>{EFFECTS[result]}</p>
      {result === 'promise' && <PromiseFields found={found} promise={promise} />}
      {result === 'hardship' && (
        <label className={css.field}>
          <span>Por qué no puede</span>
          <select value={hardship} onChange={(event) => setHardship(event.target.value as typeof hardship)}>
            {Object.entries(HARDSHIP_NAMES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={css.field}>
        <span>{result === 'dispute' ? 'Qué discute' : 'Nota (si hace falta)'}</span>
        <textarea
          rows={3}
          maxLength={1000}
          required={result === 'dispute'}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      {hasLook && <LookField found={found} look={look} onChange={setLook} />}
    </WriteDialog>
  );
}

interface LookFieldProps {
  found: Case;
  look: string;
  onChange: (day: string) => void;
}

/** Furthest day of a next look, as the server has it. */
const longestLookDays = 90;

function LookField({ found, look, onChange }: LookFieldProps) {
  return (
    <label className={css.field}>
      <span>Vuelve a la cola el</span>
      <input
        type="date"
        min={found.today}
        max={addDays(calendarDate(found.today), longestLookDays)}
        value={look}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function usePromise(found: Case) {
  const [amount, setAmount] = useState(String(found.overdue).replace('.', ','));
  const [until, setUntil] = useState<string>(found.day);
  return { amount, setAmount, until, setUntil, body: { amount: readUnits(amount) ?? 0, until } };
}

function PromiseFields({ found, promise }: { found: Case; promise: ReturnType<typeof usePromise> }) {
  const { amount, setAmount, until, setUntil } = promise;
  return (
    <>
      <label className={css.field}>
        <span>Cuánto promete</span>
        <input
          required
          inputMode="decimal"
          value={amount}
          onChange={(event) => {
            const isAmount = readUnits(event.target.value) !== undefined;
            event.target.setCustomValidity(isAmount ? '' : 'Escribilo así: 1500,50.');
            setAmount(event.target.value);
          }}
        />
      </label>
      <label className={css.field}>
        <span>Hasta qué día</span>
        <input
          required
          type="date"
          min={found.today}
          max={found.promise_until}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      </label>
      <p className={css.minor}>
        Hoy tiene vencidos {money(found.overdue, found.currency)}. No puede prometer más de lo que va a deber
        ese día.
      </p>
    </>
  );
}

/** Shows the e-mail with the payment link before it is sent. */
export function LinkDialog({ found, onClose, onDone }: CaseDialogProps) {
  const { customer: id } = found;
  const shown = useLinkPreview(id, 'payment');
  const send = useMutation({
    mutationFn: () => call('POST /api/staff/customers/{id}/collection/link', { params: { id } }),
    onSuccess: ({ refused, messages }) => onDone(messages[0] ?? refusalSentence(refused)),
  });
  return (
    <SendDialog title="Mandar link de pago" shown={shown} send={send} onClose={onClose}>
      <p>Cuenta como el contacto del día.</p>
      <LinkPreview shown={shown} />
    </SendDialog>
  );
}

/** Assignment of the case, and the day of its next look. */
export function PlanDialog({ found, ...dialog }: CaseDialogProps) {
  const me = useMe();
  const [person, setPerson] = useState(found.assigned_to);
  const [look, setLook] = useState<string>(found.next_look);
  return (
    <WriteDialog
      {...dialog}
      title="Asignar y agendar"
      action="Guardar"
      write={() =>
        call('POST /api/staff/customers/{id}/collection/plan', {
          params: { id: found.customer },
          version: found.version,
          body: { assigned_to: person === '' ? null : person, next_look: look === '' ? null : look },
        })
      }
      said={answered}
    >
      <label className={css.field}>
        <span>Atiende</span>
        <select value={person} onChange={(event) => setPerson(event.target.value)}>
          <option value="">Nadie en especial</option>
          {found.people.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === me.id ? `${name} (yo)` : name}
            </option>
          ))}
        </select>
      </label>
      <LookField found={found} look={look} onChange={setLook} />
      <p className={css.minor}>Sin día, el caso está en la cola desde hoy.</p>
    </WriteDialog>
  );
}

/** Later day for an open promise, once. */
export function ExtendDialog({
  found,
  promise,
  ...dialog
}: CaseDialogProps & { promise: Case['promises'][number] }) {
  const first = addDays(calendarDate(promise.until), 1);
  const [until, setUntil] = useState<string>(first);
  return (
    <WriteDialog
      {...dialog}
      title="Extender la promesa"
      action="Extender"
      write={() =>
        call('POST /api/staff/customers/{id}/promises/{promise}/extend', {
          params: { id: found.customer, promise: promise.id },
          body: { until },
        })
      }
      said={answered}
    >
      <p>Se puede una sola vez, antes de que termine el día prometido.</p>
      <label className={css.field}>
        <span>Hasta qué día</span>
        <input
          required
          type="date"
          min={first}
          max={found.promise_until}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      </label>
    </WriteDialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf } from '../../contract/contract.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { HOLIDAY_REASON_NAMES } from '../../words/configuration-names.ts';
import { countryName } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { staleBy } from '../ui/stale-by.ts';
import { parseHolidays } from './parse.ts';
import type { Holiday, HolidayTable } from '../../words/dated.ts';

interface DialogProps {
  table: HolidayTable;
  onClose: () => void;
  onDone: (message: string) => void;
  onStale: () => void;
}

type Changes = InputOf<'POST /api/staff/holidays/{country}', 'body'>['changes'];

/** Asks for a change of the holidays, with its reason. */
function useChange({ table, onDone, onStale }: DialogProps, changes: Changes) {
  const reason = useReason(HOLIDAY_REASON_NAMES, 'decree');
  const write = useMutation({
    mutationFn: () =>
      call('POST /api/staff/holidays/{country}', {
        params: { country: table.country },
        version: table.version,
        body: { changes, ...reason.body },
      }),
    onSuccess: () => onDone('Espera aprobación: se hace cuando otra persona lo apruebe.'),
    onError: staleBy(onStale),
  });
  const form = {
    action: 'Pedir aprobación',
    busy: write.isPending,
    error: write.error && explained(write.error),
    onSubmit: () => write.mutate(),
  };
  return { form, reason: reason.fields };
}

export function AddHolidaysDialog(props: DialogProps) {
  const [text, setText] = useState('');
  const changes = parseHolidays(text);
  const { form, reason } = useChange(props, changes);
  return (
    <FormDialog
      title={`Agregar feriados, ${countryName(props.table.country)}`}
      {...form}
      onClose={props.onClose}
    >
      <label className={css.field}>
        <span>Uno por línea: día y nombre</span>
        <textarea
          required
          rows={4}
          placeholder="24-12-2026 Asueto bancario"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p role="status">
        {changes.length === 0
          ? 'Todavía no escribiste ninguno.'
          : `Feriados para agregar: ${changes.length}.`}
      </p>
      <ReasonFields {...reason} />
    </FormDialog>
  );
}

/** Takes a holiday away, or puts it back. */
export function ChangeHolidayDialog({ holiday, ...props }: DialogProps & { holiday: Holiday }) {
  const { date, name, closed, country } = holiday;
  const { form, reason } = useChange(props, [{ date, name, closed: !closed }]);
  const day = formatDate(calendarDate(date));
  return (
    <FormDialog
      title={`${closed ? 'Quitar' : 'Volver a poner'}: ${day}, ${countryName(country)}`}
      {...form}
      onClose={props.onClose}
    >
      <p>
        {closed
          ? `${name}: ese día los bancos abren, y cuenta como hábil.`
          : `${name}: ese día los bancos cierran, y no cuenta como hábil.`}
      </p>
      <ReasonFields {...reason} />
    </FormDialog>
  );
}

/** The sentence about the days, where there is one. */
function explained(error: Error): Error {
  if (!(error instanceof ApiFailure) || error.fields.changes === undefined) return error;
  return new ApiFailure({ code: error.code, status: error.status, message: error.fields.changes });
}

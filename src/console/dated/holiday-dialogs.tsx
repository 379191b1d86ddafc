import { type ReactNode, useState } from 'react';
import type { InputOf } from '../../contract/contract.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { call } from '../api.ts';
import { HOLIDAY_REASON_NAMES } from '../../words/configuration-names.ts';
import { AWAITS, countryName } from '../../words/texts.ts';
import css from '../ui/page.module.css';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import { parseHolidays } from './parse.ts';
import type { Holiday, HolidayTable } from '../../words/dated.ts';

interface DialogProps {
  table: HolidayTable;
  onClose: () => void;
  onDone: (message: string) => void;
  onStale: () => void;
}

type Changes = InputOf<'POST /api/staff/holidays/{country}', 'body'>['changes'];

interface ChangeProps extends DialogProps {
  title: string;
  changes: Changes;
  children: ReactNode;
}

/** Asks for a change of the holidays, with its reason. */
function ChangeForm({ table: { country, version }, changes, ...form }: ChangeProps) {
  return (
    <ReasonDialog
      {...form}
      action="Pedir aprobación"
      field="changes"
      names={HOLIDAY_REASON_NAMES}
      first="decree"
      write={(reason) =>
        call('POST /api/staff/holidays/{country}', {
          params: { country },
          version,
          body: { changes, ...reason },
        })
      }
      said={AWAITS}
    />
  );
}

export function AddHolidaysDialog(props: DialogProps) {
  const [text, setText] = useState('');
  const changes = parseHolidays(text);
  return (
    <ChangeForm {...props} title={`Agregar feriados, ${countryName(props.table.country)}`} changes={changes}>
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
    </ChangeForm>
  );
}

/** Takes a holiday away, or puts it back. */
export function ChangeHolidayDialog({ holiday, ...props }: DialogProps & { holiday: Holiday }) {
  const { date, name, closed, country } = holiday;
  const day = formatDate(calendarDate(date));
  return (
    <ChangeForm
      {...props}
      title={`${closed ? 'Quitar' : 'Volver a poner'}: ${day}, ${countryName(country)}`}
      changes={[{ date, name, closed: !closed }]}
    >
      <p>
        {closed
          ? `${name}: ese día los bancos abren, y cuenta como hábil.`
          : `${name}: ese día los bancos cierran, y no cuenta como hábil.`}
      </p>
    </ChangeForm>
  );
}

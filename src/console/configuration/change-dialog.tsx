import { useState } from 'react';
import { call } from '../api.ts';
import { AWAITS, countryName } from '../../words/texts.ts';
import css from '../ui/page.module.css';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';
import own from './configuration.module.css';
import { SETTING_REASON_NAMES } from '../../words/configuration-names.ts';
import { shownValue, type Setting } from '../../words/configuration.ts';
import { ValueField } from './value-field.tsx';

interface ChangeDialogProps {
  setting: Setting;
  /** Initial value; null for the program's default. */
  start: string | null;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called after a concurrent change. */
  onStale: () => void;
}

function originalOf(setting: Setting): string {
  const shown = shownValue(setting, setting.default);
  return shown === 'Ninguno' ? 'ninguno' : shown;
}

/** Changes a setting, or gives it back to the program. */
export function ChangeDialog({ setting, start, ...part }: ChangeDialogProps) {
  const [value, setValue] = useState(start ?? setting.default);
  const [isFollowing, setFollowing] = useState(start === null);
  const { country, name, version } = setting;
  return (
    <ReasonDialog
      {...part}
      title={`${setting.title}, ${countryName(country)}`}
      action={setting.money || setting.guarded ? 'Pedir aprobación' : 'Guardar'}
      field="value"
      names={SETTING_REASON_NAMES}
      first="business"
      write={async (reason) => {
        const body = { value: isFollowing ? null : value, ...reason };
        const input = { params: { country, name }, version, body };
        if (setting.money) await call('POST /api/staff/money-settings/{country}/{name}', input);
        else if (setting.guarded) await call('POST /api/staff/guarded-settings/{country}/{name}', input);
        else return answered(await call('POST /api/staff/settings/{country}/{name}', input));
        return AWAITS;
      }}
      said={String}
    >
      <p>{setting.describes}</p>
      {setting.placeholders.length > 0 && (
        <p className={css.minor}>
          Datos que se completan automáticamente: {setting.placeholders.map((each) => `{${each}}`).join(', ')}
          .
        </p>
      )}
      <label className={own.check}>
        <input
          type="checkbox"
          checked={isFollowing}
          onChange={(event) => setFollowing(event.target.checked)}
        />
        <span>Volver al valor original ({originalOf(setting)})</span>
      </label>
      {!isFollowing && <ValueField setting={setting} value={value} onChange={setValue} />}
    </ReasonDialog>
  );
}

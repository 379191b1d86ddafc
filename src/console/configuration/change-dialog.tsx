import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { countryName } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { staleBy } from '../ui/stale-by.ts';
import own from './configuration.module.css';
import { SETTING_REASON_NAMES } from '../../words/configuration-names.ts';
import { shownValue, type Setting } from '../../words/configuration.ts';
import { ValueField } from './value-field.tsx';

interface ChangeDialogProps {
  setting: Setting;
  /** What it begins with; null for the program's own value. */
  start: string | null;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Somebody changed it meanwhile. */
  onStale: () => void;
}

/** Changes a setting, or gives it back to the program. */
export function ChangeDialog({ setting, start, onClose, onDone, onStale }: ChangeDialogProps) {
  const [value, setValue] = useState(start ?? setting.default);
  const [isFollowing, setFollowing] = useState(start === null);
  const reason = useReason(SETTING_REASON_NAMES, 'business');
  const change = useMutation({
    mutationFn: async () => {
      const input = {
        params: { country: setting.country, name: setting.name },
        version: setting.version,
        body: { value: isFollowing ? null : value, ...reason.body },
      };
      if (setting.money) {
        await call('POST /api/staff/money-settings/{country}/{name}', input);
        return 'Espera aprobación: se hace cuando otra persona lo apruebe.';
      }
      return (await call('POST /api/staff/settings/{country}/{name}', input)).messages.join(' ');
    },
    onSuccess: onDone,
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`${setting.title}, ${countryName(setting.country)}`}
      action={setting.money ? 'Pedir aprobación' : 'Guardar'}
      busy={change.isPending}
      error={change.error && explained(change.error)}
      onClose={onClose}
      onSubmit={() => change.mutate()}
    >
      <p>{setting.describes}</p>
      {setting.placeholders.length > 0 && (
        <p className={css.minor}>
          Datos que se completan solos: {setting.placeholders.map((name) => `{${name}}`).join(', ')}.
        </p>
      )}
      <label className={own.check}>
        <input
          type="checkbox"
          checked={isFollowing}
          onChange={(event) => setFollowing(event.target.checked)}
        />
        <span>Usar el del programa: {shownValue(setting, setting.default)}</span>
      </label>
      {!isFollowing && <ValueField setting={setting} value={value} onChange={setValue} />}
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

/** The sentence about the value itself, where there is one. */
function explained(error: Error): Error {
  if (!(error instanceof ApiFailure) || error.fields.value === undefined) return error;
  return new ApiFailure({ code: error.code, status: error.status, message: error.fields.value });
}

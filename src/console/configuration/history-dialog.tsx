import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { countryName, reasonName } from '../../words/texts.ts';
import { More, ReadTrouble } from '../ui/list-parts.tsx';
import { Modal } from '../ui/modal.tsx';
import css from '../ui/page.module.css';
import own from './configuration.module.css';
import { shownValue, type Setting } from '../../words/configuration.ts';
import { useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';

interface HistoryDialogProps {
  setting: Setting;
  /** Absent: who looks may not change it. */
  onUndo: ((value: string | null) => void) | undefined;
  onClose: () => void;
}

/** Changes of a setting with author, time and reason, and a button to restore each value. */
export function HistoryDialog({ setting, onUndo, onClose }: HistoryDialogProps) {
  const { country, name } = setting;
  const { list, rows } = useList(
    ['setting-changes', country, name, setting.version],
    'before',
    (page) =>
      call('GET /api/staff/settings/{country}/{name}/changes', {
        params: { country, name },
        query: page,
      }),
    { keepsRows: false },
  );
  const shown = (value: string | null) =>
    value === null ? `${shownValue(setting, setting.default)} (el del programa)` : shownValue(setting, value);
  return (
    <Modal title={`Cambios: ${setting.title}, ${countryName(country)}`} onClose={onClose} closable>
      <ReadTrouble read={list} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line']} />}
      {setting.elsewhere && (
        <p>El último cambio no se hizo desde la consola: lo hizo quien opera la instalación.</p>
      )}
      {list.isSuccess && rows.length === 0 && <p>Nadie lo cambió desde la consola.</p>}
      <ol className={own.changes}>
        {rows.map((row) => (
          <li key={row.version}>
            <strong className={own.value}>{shown(row.after)}</strong>
            <span className={css.minor}>
              {row.by}, <When at={row.at} />. {reasonName(row.reason_code)}: {row.reason}
            </span>
            <span className={css.minor}>Antes: {shown(row.before)}</span>
            {onUndo && (
              <button
                type="button"
                className={css.link}
                aria-label={`Deshacer: volver a lo de antes, ${shown(row.before)}`}
                onClick={() => onUndo(row.before)}
              >
                Deshacer: volver a lo de antes
              </button>
            )}
          </li>
        ))}
      </ol>
      <More list={list} />
    </Modal>
  );
}

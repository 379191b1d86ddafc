import type { CountryCode } from '../../../countries/countries.ts';
import {
  changeKindOf,
  definitionOf,
  isSettingName,
  keptValue,
  lockSetting,
  refuseSetting,
  setSetting,
  settingChanges,
  settingsShown,
  type ChangeKind,
  type SettingName,
} from '../../content/service.ts';
import { shownValue } from '../../../words/configuration.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, failFields, ok, type Result } from '../../platform/http/result.ts';
import {
  countriesOf,
  DONE,
  staffCommand,
  type Askers,
  type Facts,
  type StaffCommand,
} from '../../staff/actions/service.ts';

/**
 * Staff commands to change settings: by one person, or by two for money, addresses, phones and legal duties
 * (docs/decisions/0088-configuration.md).
 */
export function settingCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/settings/{country}/{name}', async (tx, asked) => {
      const done = await changeSetting(tx, deps, asked, 'plain');
      return done.ok
        ? ok({ answer: { messages: ['Guardado: rige desde ahora.'] }, facts: done.value })
        : done;
    }),
    staffCommand(deps, 'POST /api/staff/money-settings/{country}/{name}', async (tx, asked) => {
      const done = await changeSetting(tx, deps, asked, 'money');
      return done.ok ? ok({ answer: DONE, facts: done.value }) : done;
    }),
    staffCommand(deps, 'POST /api/staff/guarded-settings/{country}/{name}', async (tx, asked) => {
      const done = await changeSetting(tx, deps, asked, 'guarded');
      return done.ok ? ok({ answer: DONE, facts: done.value }) : done;
    }),
  ];
}

interface AskedOfSetting extends Askers {
  readonly params: { readonly country: CountryCode; readonly name: string };
  readonly body: { readonly value: string | null; readonly reason_code: string; readonly reason: string };
  readonly seenVersion: number | undefined;
}

async function changeSetting(
  tx: Tx,
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  asked: AskedOfSetting,
  kind: ChangeKind,
): Promise<Result<Facts>> {
  const { params, body, seenVersion, by, approver } = asked;
  const { country, name } = params;
  if (!countriesOf(asked).includes(country)) return fail('country_forbidden');
  // Each call changes only settings of its own kind, because the kinds need different approvals.
  if (!isSettingName(name) || changeKindOf(name) !== kind) return fail('not_found');
  const value = body.value?.trim() ?? null;
  const { version, value: before } = await lockSetting(tx, country, name);
  if (version !== seenVersion) return changedMeanwhile(tx, country, name);
  const wrong = await refuseSetting(tx, { country, name, value }, config);
  if (wrong !== undefined) return failFields({ value: wrong });
  if (value === before || keptValue(country, name, value) === before) return fail('nothing_changes');
  const { reason_code: reasonCode, reason } = body;
  const both = approver ? `${by.name} (aprobó ${approver.name})` : by.name;
  const who = { staffId: by.staffId, by: both, at: clock.now() };
  await setSetting(tx, { country, name, value }, before, { ...who, reasonCode, reason });
  const said = await valueWords(tx, country, name);
  return ok({
    subject: `setting:${country}/${name}`,
    subjectName: definitionOf(name).title,
    country,
    before: { value: said(before) },
    after: { value: said(value) },
  });
}

/** A setting's values as people read them; null is the program's own. */
async function valueWords(tx: Tx, country: CountryCode, name: SettingName) {
  const shown = (await settingsShown(tx, [country])).find((row) => row.name === name);
  return (value: string | null): string => {
    if (!shown) return value ?? 'el del programa';
    return value === null
      ? `${shownValue(shown, shown.default)} (el del programa)`
      : shownValue(shown, value);
  };
}

async function changedMeanwhile(tx: Tx, country: CountryCode, name: SettingName) {
  const [newest] = (await settingChanges(tx, country, name, undefined)).result;
  const who = newest?.by ?? 'Quien opera la instalación';
  return fail('changed_meanwhile', {
    message: `${who} cambió este valor mientras lo mirabas. Actualizá la página y revisalo.`,
  });
}

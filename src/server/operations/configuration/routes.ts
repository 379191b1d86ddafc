import { isSettingName, settingChanges, settingsShown } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';

/** Lower case without accents, to match typed searches. */
const plain = (text: string): string => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').trim();

const hasAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word));

/** Settings as the staff sees them (docs/decisions/0088-configuration.md). */
export function settingRoutes({ db }: Dependencies): Route[] {
  return [
    route('GET /api/staff/settings', async (call) => {
      const { country, group, words = '', changed } = call.query;
      const all = await settingsShown(db, country === undefined ? staffOf(call).countries : [country]);
      const wanted = plain(words).split(/\s+/);
      const result = all.filter(
        (row) =>
          (group === undefined || row.group === group) &&
          hasAll(plain(`${row.title} ${row.describes} ${row.name} ${row.value}`), wanted) &&
          (changed === undefined || !row.follows || row.wrong !== ''),
      );
      return ok({ result });
    }),
    route('GET /api/staff/settings/{country}/{name}/changes', async (call) => {
      const { country, name } = call.params;
      if (!staffOf(call).countries.includes(country) || !isSettingName(name)) return fail('not_found');
      return ok(await settingChanges(db, country, name, call.query.before));
    }),
  ];
}

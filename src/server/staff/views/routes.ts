import { contract } from '../../../contract/contract.ts';
import { mayMake } from '../../../contract/staff/permissions.ts';
import { LISTS, MOST_VIEWS, type ListName } from '../../../contract/staff/views.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { staffCommand, type Actor, type Facts, type StaffCommand } from '../actions/service.ts';
import { deleteView, insertView, lockViews, renameView, shownView, viewById, viewsOf } from './rows.ts';

type View = ReturnType<typeof shownView>;

const mayRead = ({ permissions }: Pick<Actor, 'permissions'>, list: ListName) =>
  mayMake(contract[LISTS[list].call], permissions);

const namesAlike = (one: string, other: string) =>
  one.toLocaleLowerCase('es') === other.toLocaleLowerCase('es');

const factsOf = ({ id, list, name, filters }: View): Facts => ({
  subject: `view:${id}`,
  subjectName: name,
  after: { list, ...(Object.keys(filters).length > 0 ? { filters } : {}) },
});

/** Person's own view, in the version that they saw. */
async function seenView(
  tx: Tx,
  by: Actor,
  id: number,
  seenVersion: number | undefined,
): Promise<Result<View>> {
  await lockViews(tx, by.staffId);
  const row = await viewById(tx, by.staffId, id);
  if (!row) return fail('not_found');
  if (row.version === seenVersion) return ok(shownView(row));
  const message = 'Cambiaste esta vista en otra pantalla. Actualizá la página y revisala.';
  return fail('changed_meanwhile', { message });
}

/**
 * Saved views of the console's lists, each person's own, on every device (docs/console.md#vistas-guardadas).
 */
export function viewRoutes({ db }: Pick<Dependencies, 'db'>): Route[] {
  return [
    route('GET /api/staff/views', async (call) => {
      const staff = staffOf(call);
      const lists = (Object.keys(LISTS) as ListName[]).filter((list) => mayRead(staff, list));
      return ok({ result: await viewsOf(db, staff.staffId, lists) });
    }),
  ];
}

export function viewCommands(deps: Pick<Dependencies, 'clock' | 'vault'>): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/views', async (tx, { body: { list, name, filters }, by }) => {
      if (!mayRead(by, list)) return fail('permission');
      // Stored filters are validated again on reading, so that only the list's current filters remain.
      const checked = LISTS[list].filters.partial().safeParse(filters);
      if (!checked.success) return fail('view_filters');
      const { pais } = filters;
      if (pais !== undefined && !by.countries.some((own) => own === pais)) return fail('country_forbidden');
      await lockViews(tx, by.staffId);
      const others = await viewsOf(tx, by.staffId, [list]);
      if (others.some((other) => namesAlike(other.name, name))) return fail('view_name');
      if (others.length >= MOST_VIEWS) return fail('view_limit');
      const at = deps.clock.now();
      const view = shownView(await insertView(tx, { staffId: by.staffId, list, name, filters, at }));
      return ok({ answer: { result: view }, facts: factsOf(view) });
    }),
    staffCommand(deps, 'POST /api/staff/views/{id}/rename', async (tx, { params, body, by, seenVersion }) => {
      const found = await seenView(tx, by, params.id, seenVersion);
      if (!found.ok) return found;
      const { id, list, name: before } = found.value;
      const others = await viewsOf(tx, by.staffId, [list]);
      if (others.some((other) => other.id !== id && namesAlike(other.name, body.name)))
        return fail('view_name');
      const view = shownView(await renameView(tx, params.id, body.name));
      const facts = { ...factsOf(view), before: { name: before }, after: { list, name: view.name } };
      return ok({ answer: { result: view }, facts });
    }),
    staffCommand(deps, 'POST /api/staff/views/{id}/delete', async (tx, { params, by, seenVersion }) => {
      const found = await seenView(tx, by, params.id, seenVersion);
      if (!found.ok) return found;
      await deleteView(tx, params.id);
      const { after = {}, ...facts } = factsOf(found.value);
      return ok({ answer: { messages: ['Borraste la vista.'] }, facts: { ...facts, before: after } });
    }),
  ];
}

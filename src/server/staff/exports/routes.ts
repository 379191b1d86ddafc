import type { z } from 'zod';
import { contract, type CallKey } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { EXPORTS, MOST_EXPORTED } from '../../../contract/staff/exports.ts';
import { mayMake } from '../../../contract/staff/permissions.ts';
import { LIST_WORDS } from '../../../words/columns.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { Call, Route } from '../../platform/http/route.ts';
import { noteExported } from '../data-views/service.ts';
import {
  csvAnswer,
  staffCommand,
  type Actor,
  type ListSchema,
  type StaffCommand,
} from '../actions/service.ts';

type Query = Readonly<Record<string, unknown>>;

const rowsAtOnce = 1_000;

interface Rows {
  readonly rows: readonly object[];
  /** True if the list has more rows than a file may hold. */
  readonly isPart: boolean;
}

/**
 * Exports lists as files by calling the list page by page, so that a file has the same rows, order and masks
 * as the screen.
 * @param readsOf read calls, for given dependencies
 */
export function exportCommands(
  deps: Dependencies,
  readsOf: (deps: Dependencies) => readonly Route[],
): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/lists/{list}/export', async (tx, { params: { list }, query, by }) => {
      const key = EXPORTS[list];
      const definition: Endpoint = contract[key];
      if (!mayMake(definition, by.permissions)) return fail('permission');
      const read = readsOf({ ...deps, db: tx }).find((each) => each.key === key);
      if (!read) throw new Error(`${key} is not served`);
      const asked = askedOf(definition, query);
      const found = await rowsOf(read, definition, asked, by);
      if (!found.ok) return found;
      const { rows, isPart } = found.value;
      const action = 'POST /api/staff/lists/{list}/export';
      const over = await noteExported(tx, deps, { staffId: by.staffId, action }, rows);
      if (over) return over;
      const schema = contract[key].response.shape.result satisfies ListSchema;
      return ok({
        answer: await csvAnswer(isPart ? `${list}-parte` : list, {
          list: schema,
          rows,
          words: LIST_WORDS[list],
        }),
        facts: {
          subject: `list:${list}`,
          subjectName: list,
          after: { rows: rows.length, ...asked.params, ...asked.filters },
        },
      });
    }),
  ];
}

/** Query parameter with the cursor of a page. */
const placeIn = ({ query }: Endpoint) => (query && 'before' in query.shape ? 'before' : 'from');

interface AskedList {
  /** Path parameters of the list. */
  readonly params: Query;
  /** Filters, without a cursor. */
  readonly filters: Query;
}

function askedOf(definition: Endpoint, query: Query): AskedList {
  const of = (names: readonly string[]): Query =>
    Object.fromEntries(names.flatMap((name) => (name in query ? [[name, query[name]]] : [])));
  const filters = Object.keys(definition.query?.shape ?? {});
  return {
    params: of(Object.keys(definition.params?.shape ?? {})),
    filters: of(filters.filter((name) => name !== placeIn(definition))),
  };
}

async function rowsOf(read: Route, definition: Endpoint, asked: AskedList, by: Actor): Promise<Result<Rows>> {
  const params = definition.params?.safeParse(asked.params) ?? { success: true, data: {} };
  if (!params.success) return fail('bad_request');
  const rows: object[] = [];
  let next = '';
  do {
    const place = next === '' ? {} : { [placeIn(definition)]: next };
    const query = definition.query?.safeParse({ ...asked.filters, ...place }) ?? { success: true, data: {} };
    if (!query.success) return fail('bad_request');
    const call = { params: params.data, query: { ...query.data, size: rowsAtOnce }, staff: by };
    const answer = await read.handle(call as unknown as Call<CallKey>);
    if (!answer.ok) return answer;
    // Parsing removes members that the contract does not name, as for the screen.
    const page = (definition.response as z.ZodObject).parse(answer.value) as {
      result: object[];
      next?: string;
    };
    // Labels of some rows depend on the path parameters.
    rows.push(...page.result.map((row) => ({ ...params.data, ...row })));
    next = page.next ?? '';
  } while (next !== '' && rows.length < MOST_EXPORTED);
  return ok({ rows: rows.slice(0, MOST_EXPORTED), isPart: next !== '' || rows.length > MOST_EXPORTED });
}

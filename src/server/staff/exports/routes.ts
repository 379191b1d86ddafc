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

/** Page size for lists longer than a page. */
const rowsAtOnce = 1_000;

interface Rows {
  readonly rows: readonly object[];
  /** There are more than a file takes. */
  readonly isPart: boolean;
}

/**
 * Lists as files: the call of the list is asked page by page, so that a file has the rows, the order and the masks of
 * the screen. @param readsOf the calls that read, over these dependencies
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

/** The query parameter with the start of a page. */
const placeIn = ({ query }: Endpoint) => (query && 'before' in query.shape ? 'before' : 'from');

/** The list's parameters. */
interface AskedList {
  /** The members of its address, */
  readonly params: Query;
  /** and its filters, from its beginning. */
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
    // Parsing strips members that the contract does not name, as it does for the screen.
    const page = (definition.response as z.ZodObject).parse(answer.value) as {
      result: object[];
      next?: string;
    };
    // Words of some rows follow from the address of their list.
    rows.push(...page.result.map((row) => ({ ...params.data, ...row })));
    next = page.next ?? '';
  } while (next !== '' && rows.length < MOST_EXPORTED);
  return ok({ rows: rows.slice(0, MOST_EXPORTED), isPart: next !== '' || rows.length > MOST_EXPORTED });
}

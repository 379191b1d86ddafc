import { contract } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { mayMake } from '../../../contract/staff/permissions.ts';
import { WORK_LINES, type WorkLine } from '../../../contract/staff/worklist.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import type { WorkSource } from './service.ts';

/** Worklist of a person: every feature's lines for calls that they may make (docs/console.md#inicio). */
export function worklistRoutes(
  { clock }: Pick<Dependencies, 'clock'>,
  sources: readonly WorkSource[],
): Route[] {
  const order = Object.keys(WORK_LINES) as WorkLine[];
  return [
    route('GET /api/staff/worklist', async (call) => {
      const staff = staffOf(call);
      const now = clock.now();
      const isTheirs = (line: WorkLine) => {
        const definition: Endpoint = contract[WORK_LINES[line].call];
        return mayMake(definition, staff.permissions);
      };
      const read = await Promise.all(
        sources.filter(({ lines }) => lines.some(isTheirs)).map((source) => source.read(staff, now)),
      );
      const result = read
        .flat()
        .filter(({ line }) => isTheirs(line))
        .toSorted((a, b) => order.indexOf(a.line) - order.indexOf(b.line));
      const groups = [...new Set(order.filter(isTheirs).map((line) => WORK_LINES[line].group))];
      return ok({ at: now.toISOString(), groups, result });
    }),
  ];
}

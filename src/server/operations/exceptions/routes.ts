import { contract } from '../../../contract/contract.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exceptionById } from '../../origination/exceptions/service.ts';
import { transaction } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { isOverDaily, writeAudit } from '../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { aboutException, isCloseException } from './applicant.ts';
import { exceptionCard } from './card.ts';
import { exceptionCounts, exceptionsPage } from './list.ts';

const seenKey = 'GET /api/staff/exceptions/{id}';

/** Applications that wait for a person. */
export function exceptionWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  return {
    lines: ['exceptions'],
    read: async (staff, now) =>
      workLine('exceptions', { count: (await exceptionCounts(db, staff, now)).waiting }),
  };
}

/** Staff reads of exceptions (docs/console.md#excepciones). */
export function exceptionRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/exceptions', async (call) => {
      const staff = staffOf(call);
      const now = clock.now();
      const [page, counts] = await Promise.all([
        exceptionsPage(db, staff, call.query, now),
        exceptionCounts(db, staff, now),
      ]);
      return ok({ ...page, counts });
    }),
    route(seenKey, async (call) => {
      const staff = staffOf(call);
      const exception = await exceptionById(db, call.params.id);
      if (!exception || !staff.countries.includes(exception.country)) return fail('not_found');
      if (await isCloseException(db, staff.staffId, exception)) return fail('own_record');
      const result = await exceptionCard(db, deps, exception.id, staff.staffId);
      if (!result) return fail('not_found');
      const at = clock.now();
      const isOver = await transaction(db, async (tx) => {
        if (await isOverDaily(tx, staff, seenKey, contract[seenKey].daily, at)) return true;
        const facts = aboutException(exception);
        await writeAudit(tx, { ...facts, at, staffId: staff.staffId, action: seenKey, origin: call.origin });
        return false;
      });
      return isOver ? fail('daily_limit') : ok({ result });
    }),
  ];
}

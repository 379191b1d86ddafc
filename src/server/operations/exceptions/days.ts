import type { Dependencies } from '../../dependencies.ts';
import { lockException } from '../../origination/exceptions/service.ts';
import { transaction } from '../../platform/database.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import { expireException } from './decisions.ts';

/** Daily job: expires exceptions not decided in time; one transaction each, so it may stop anywhere. */
export function exceptionDays(
  deps: Pick<Dependencies, 'db' | 'clock' | 'config' | 'vault' | 'jobs'>,
): DailyJob[] {
  return [
    {
      name: 'exceptions',
      run: async ({ country }) => {
        const now = deps.clock.now();
        const due = await deps.db
          .selectFrom('credit_exception')
          .select('id')
          .where('country', '=', country)
          .where('state', '=', 'waiting')
          .where('expires_at', '<=', now)
          .execute();
        let expired = 0;
        for (const { id } of due)
          await transaction(deps.db, async (tx) => {
            const exception = await lockException(tx, id);
            if (exception?.state !== 'waiting') return;
            await expireException(tx, deps, exception);
            expired += 1;
          });
        return { expired };
      },
    },
  ];
}

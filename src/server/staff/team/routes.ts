import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { membersPage, pageSize } from './members.ts';
import { passkeyRoutes } from './passkey-commands.ts';
import { passkeySignInRoutes } from './passkey-sign-in.ts';
import { sessionsOf } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';

export function teamRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    ...signInRoutes(deps),
    ...passkeySignInRoutes(deps),
    ...passkeyRoutes(deps),
    route('GET /api/staff/people', async ({ query }) => {
      const rows = await membersPage(db, clock.now(), query);
      const result = rows.slice(0, pageSize);
      return ok({ result, next: rows.length > pageSize ? (result.at(-1)?.id ?? '') : '' });
    }),
    route('GET /api/staff/people/{id}/sessions', async ({ params }) => {
      const [member] = await membersPage(db, clock.now(), { id: params.id });
      return member ? ok({ result: await sessionsOf(db, clock.now(), params.id) }) : fail('not_found');
    }),
  ];
}

import type { Dependencies } from '../../dependencies.ts';
import type { Route } from '../../platform/http/route.ts';
import { exchangeRoutes } from './exchange.ts';
import type { LoginFollowers } from './followers.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { ownPasskeyRoutes, passkeyLoginRoutes } from './passkeys.ts';
import { passwordLoginRoute } from './password-login.ts';
import { ownPasswordRoute } from './own-password.ts';
import { proofCodeRoutes } from './proof-codes.ts';
import { proofRoutes } from './proof.ts';
import { recoveryRoute } from './recovery.ts';
import { sendLinkRoutes } from './send-link.ts';
import { socialLoginRoutes } from './social-login.ts';

/** Ways into a session and out of it; `followers` is what lies above and belongs to a login. */
export function sessionRoutes(deps: Dependencies, followers: LoginFollowers): Route[] {
  const logins = { ...deps, ...followers };
  return [
    passwordLoginRoute(logins),
    ...sendLinkRoutes(deps),
    ...exchangeRoutes(logins),
    ...socialLoginRoutes(logins),
    recoveryRoute(deps),
    ...ownSessionRoutes(deps),
    ...passkeyLoginRoutes(logins),
    ...ownPasskeyRoutes(deps),
    ...proofRoutes(logins),
    ...proofCodeRoutes(logins),
    ownPasswordRoute(deps),
  ];
}

import type { Dependencies } from '../../dependencies.ts';
import type { Route } from '../../platform/http/route.ts';
import { exchangeRoutes } from './exchange.ts';
import { passwordLoginRoute } from './password-login.ts';
import { recoveryRoute } from './recovery.ts';
import { sendLinkRoutes } from './send-link.ts';
import { socialLoginRoutes } from './social-login.ts';

export function sessionRoutes(deps: Dependencies): Route[] {
  return [
    passwordLoginRoute(deps),
    ...sendLinkRoutes(deps),
    ...exchangeRoutes(deps),
    ...socialLoginRoutes(deps),
    recoveryRoute(deps),
  ];
}

import type { Config } from '../../platform/config.ts';
import { openIdLogin } from './openid.ts';
import type { StaffLogin } from './port.ts';

/** The identity provider of the settings; undefined without one. */
export function createStaffLogin({ config }: { readonly config: Config }): StaffLogin | undefined {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
  } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return openIdLogin({
    issuer,
    clientId,
    clientSecret,
    name: config.CONSOLE_OIDC_NAME,
    groupsClaim: config.CONSOLE_OIDC_GROUPS_CLAIM,
  });
}

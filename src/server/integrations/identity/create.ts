import type { Config } from '../../platform/config.ts';
import { facebookIdentity } from './facebook.ts';
import { openIdIdentity } from './google.ts';
import type { IdentityProvider } from './port.ts';

/** Configured providers; if the sandbox is on, its own tokens are accepted too. */
export async function createIdentity({
  config,
}: {
  readonly config: Config;
}): Promise<Readonly<Record<'google' | 'facebook', IdentityProvider>>> {
  const standIn = config.SANDBOX ? [(await import('./sandbox.ts')).sandboxIdentity()] : [];
  return {
    google: firstOf([...standIn, ...google(config)]),
    facebook: firstOf([...standIn, ...facebook(config)]),
  };
}

function google({ GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: issuer }: Config): IdentityProvider[] {
  return clientId ? [openIdIdentity({ issuer, clientId })] : [];
}

function facebook(config: Config): IdentityProvider[] {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret, FACEBOOK_BASE_URL: baseUrl } = config;
  return appId && appSecret ? [facebookIdentity({ baseUrl, appId, appSecret })] : [];
}

/** Identity from the first provider that recognises the token. */
function firstOf(providers: readonly IdentityProvider[]): IdentityProvider {
  return {
    async verify(token, nonce) {
      for (const provider of providers) {
        const identity = await provider.verify(token, nonce);
        if (identity) return identity;
      }
      return undefined;
    },
  };
}

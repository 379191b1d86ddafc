import { randomUUID } from 'node:crypto';
import type { CardGateway } from './port.ts';

/** Security code of declined cards (docs/product/providers.md#stand-ins). */
const declinedSecurityCode = '999';
/** Security codes of accepted cards with a special outcome for later charges in the sandbox. */
const laterKinds: Readonly<Record<string, string>> = { '998': 'declined', '997': 'lost' };

/** Sandbox tokeniser; stores no card data. */
export function sandboxCards(): CardGateway {
  return {
    name: 'sandbox',
    givesTokens: true,
    tokenise: async ({ securityCode }) =>
      securityCode === declinedSecurityCode
        ? { ok: false, reason: 'declined' }
        : { ok: true, token: `${laterKinds[securityCode] ?? 'approved'}-${randomUUID()}` },
  };
}

import { randomUUID } from 'node:crypto';
import type { CardGateway } from './port.ts';

/** Security code of cards that the stand-in declines (docs/product/providers.md#stand-ins). */
const declinedSecurityCode = '999';
/** Security codes of accepted cards whose later charges get a special outcome in the payments stand-in. */
const laterKinds: Readonly<Record<string, string>> = { '998': 'declined', '997': 'lost' };

/** Stand-in of the tokeniser; stores no card data. */
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

import { parseEmail } from '../../../countries/identifiers/email.ts';
import type { IdentityProvider } from './port.ts';

const prefix = 'sandbox:';

/**
 * Accepts the token `sandbox:{email}` (docs/product/providers.md#stand-ins); the name is derived from the
 * address.
 */
export function sandboxIdentity(): IdentityProvider {
  return {
    async verify(token) {
      const email = token.startsWith(prefix) ? parseEmail(token.slice(prefix.length)) : undefined;
      if (!email?.ok) return undefined;
      const [first = '', ...rest] =
        email.value
          .split('@')[0]
          ?.split(/[._-]+/)
          .map(capitalised) ?? [];
      return {
        subject: email.value,
        email: email.value,
        isEmailTheirs: true,
        firstName: first,
        lastName: rest.join(' '),
      };
    },
  };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

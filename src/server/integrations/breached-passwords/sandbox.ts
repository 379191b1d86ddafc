import type { BreachedPasswords } from './port.ts';

/** Password that the stand-in reports as breached (docs/product/providers.md#stand-ins). */
const breached = new Set(['filtrada-2019', 'p@ssw0rd']);
/** Asked for this one, the list is out of reach. */
const unreachable = 'sin-respuesta-1';

/** A short list of its own, with the provider's silence. */
export function sandboxBreachedPasswords(): BreachedPasswords {
  return {
    async isBreached(password) {
      if (password === unreachable) throw new Error('the list of breached passwords is out of reach');
      return breached.has(password.toLowerCase());
    },
  };
}

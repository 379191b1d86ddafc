import type { BreachedPasswords } from './port.ts';

/** Passwords reported as breached (docs/product/providers.md#stand-ins). */
const breached = new Set(['filtrada-2019', 'p@ssw0rd']);
/** Password that simulates an unreachable service. */
const unreachable = 'sin-respuesta-1';

export function sandboxBreachedPasswords(): BreachedPasswords {
  return {
    async isBreached(password) {
      if (password === unreachable) throw new Error('the list of breached passwords is out of reach');
      return breached.has(password.toLowerCase());
    },
  };
}

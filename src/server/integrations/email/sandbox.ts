import { randomUUID } from 'node:crypto';
import type { EmailGateway } from './port.ts';

/** Accepts every e-mail; the sandbox's inbox reads the outbox table. */
export function sandboxEmail(): EmailGateway {
  return { send: async () => `sandbox-${randomUUID()}`, close: () => undefined };
}

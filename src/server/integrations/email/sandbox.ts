import { randomUUID } from 'node:crypto';
import type { EmailGateway } from './port.ts';

/** Takes every e-mail; the inbox is the outbox's own table. */
export function sandboxEmail(): EmailGateway {
  return { send: async () => `sandbox-${randomUUID()}`, close: () => undefined };
}

import { randomUUID } from 'node:crypto';
import type { SmsGateway } from './port.ts';

/** Accepts every SMS; the sandbox's inbox reads the outbox table. */
export function sandboxSms(): SmsGateway {
  return { send: async () => `sandbox-${randomUUID()}` };
}

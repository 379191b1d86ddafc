import { randomUUID } from 'node:crypto';
import type { SmsGateway } from './port.ts';

/** Takes every SMS; the inbox is the outbox's own table. */
export function sandboxSms(): SmsGateway {
  return { send: async () => `sandbox-${randomUUID()}` };
}

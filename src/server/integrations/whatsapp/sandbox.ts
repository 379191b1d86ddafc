import { randomUUID } from 'node:crypto';
import { readNotification, signWhatsApp } from './notification.ts';
import type { WhatsAppGateway, WhatsAppNotification } from './port.ts';

/** Signature secret of the sandbox gateway, exported for tests. */
export const sandboxWhatsAppSecret = 'sandbox-app-secret';
export const sandboxVerifyToken = 'sandbox-verify-token';

const reportAfterMs = 300;

/** Outcome by the last digits of the number; all other numbers receive their messages. */
const numbers = {
  notThere: /0026$/,
  tooMany: /0056$/,
  fails: /0047$/,
  silent: /0000$/,
} as const;

/**
 * Sandbox WhatsApp that decides by the last digits of the number, and sends signed reports as the real one
 * does.
 */
export function sandboxWhatsApp(): WhatsAppGateway {
  let listener: ((notification: WhatsAppNotification) => Promise<void>) | undefined;
  const tell = async (messageId: number, id: string, word: string, code?: number) => {
    const body = JSON.stringify(notificationOf(messageId, id, word, code));
    // The receiver is gone once the product has stopped.
    await listener?.({ body, signature: signWhatsApp(sandboxWhatsAppSecret, body) }).catch(() => undefined);
  };
  return {
    async send({ to, messageId }) {
      if (numbers.notThere.test(to)) return { outcome: 'refused', code: '131026', isOurFault: false };
      if (numbers.tooMany.test(to)) return { outcome: 'later', code: '131056' };
      const providerId = `wamid.${randomUUID()}`;
      const report = numbers.fails.test(to)
        ? () => tell(messageId, providerId, 'failed', 131_049)
        : () => tell(messageId, providerId, 'delivered');
      if (!numbers.silent.test(to)) setTimeout(() => void report(), reportAfterMs).unref();
      return { outcome: 'taken', providerId };
    },
    reportsOf: (notification) => readNotification(notification, sandboxWhatsAppSecret),
    isVerifyToken: (token) => token === sandboxVerifyToken,
    listen: (next) => {
      listener = next;
    },
  };
}

function notificationOf(messageId: number, id: string, status: string, code?: number): object {
  const report = {
    id,
    status,
    timestamp: String(Math.floor(Date.now() / 1000)),
    biz_opaque_callback_data: String(messageId),
    ...(code === undefined ? {} : { errors: [{ code, title: 'refused by the stand-in' }] }),
  };
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: '0' }, statuses: [report] };
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: '0', changes: [{ field: 'messages', value }] }],
  };
}

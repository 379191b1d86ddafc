import { z } from 'zod';
import { WHATSAPP_TEMPLATES } from '../../../countries/messages/whatsapp-templates.ts';
import { sameBytes } from '../../platform/secrets.ts';
import { readNotification } from './notification.ts';
import type { WhatsAppGateway, WhatsAppMessage, WhatsAppOutcome } from './port.ts';

interface CloudApiSettings {
  readonly baseUrl: string;
  readonly version: string;
  readonly phoneNumberId: string;
  readonly accessToken: string;
  readonly appSecret: string;
  readonly verifyToken: string;
}

const timeLimitMs = 10_000;
const accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const failed = z.object({ error: z.object({ code: z.number() }) });

/**
 * Error codes of temporary refusals: server errors (1, 2, 131000, 131016), rate limits (4, 80007), throughput
 * (130429), spam limits (131048), limits per recipient (131056), maintenance (131057), and overload (133004).
 */
const laterCodes: ReadonlySet<number> = new Set([
  1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 131_057, 133_004,
]);

/**
 * Error codes that concern only this message or recipient: not on WhatsApp, or unable or unwilling to receive
 * it (131026, 131049, 131050), not a recipient of a test number (131030), the sender's own number (131021),
 * outside the conversation window (131047).
 */
const personCodes: ReadonlySet<number> = new Set([131_021, 131_026, 131_030, 131_047, 131_049, 131_050]);

/** WhatsApp's Cloud API: sends approved template messages; JSON both ways, with the business's token. */
export function cloudApi(settings: CloudApiSettings): WhatsAppGateway {
  const { baseUrl, version, phoneNumberId, accessToken, appSecret, verifyToken } = settings;
  const url = new URL(`/${version}/${phoneNumberId}/messages`, baseUrl);
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  return {
    async send(message) {
      const body = JSON.stringify(requestOf(message));
      const signal = AbortSignal.timeout(timeLimitMs);
      try {
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
        return outcomeOf(response.status, await response.json());
      } catch {
        // No response, a partial one, or one that is not in WhatsApp's format.
        return { outcome: 'unknown' };
      }
    },
    reportsOf: (notification) => readNotification(notification, appSecret),
    isVerifyToken: (token) => {
      const [given, right] = [Buffer.from(token), Buffer.from(verifyToken)];
      return given.length === right.length && sameBytes(given, right);
    },
  };
}

function outcomeOf(status: number, body: unknown): WhatsAppOutcome {
  const taken = accepted.safeParse(body);
  if (taken.success) return { outcome: 'taken', providerId: taken.data.messages[0]?.id ?? '' };
  const refused = failed.safeParse(body);
  if (!refused.success || status < 400) return { outcome: 'unknown' };
  const { code } = refused.data.error;
  if (laterCodes.has(code)) return { outcome: 'later', code: String(code) };
  return { outcome: 'refused', code: String(code), isOurFault: !personCodes.has(code) };
}

const textOf = (text: string) => ({ type: 'text', text });

function requestOf({ to, language, content, messageId }: WhatsAppMessage): object {
  const { name } = WHATSAPP_TEMPLATES[content.kind];
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    template: {
      name,
      language: { code: language },
      components: [
        { type: 'body', parameters: content.parameters.map(textOf) },
        // Meta models a button that copies a code as one with a URL.
        { type: 'button', sub_type: 'url', index: '0', parameters: [textOf(content.button)] },
      ],
    },
    biz_opaque_callback_data: String(messageId),
  };
}

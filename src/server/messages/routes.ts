import type { Dependencies } from '../dependencies.ts';
import { fail, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { markDelivery } from './queries.ts';
import { takeWhatsAppNotification } from './whatsapp.ts';

export function messageRoutes(deps: Dependencies): Route[] {
  const { db, clock, ports } = deps;
  return [
    route('POST /api/v3/messages/sms/status', async ({ query, body, headers }) => {
      const signature = headers['x-twilio-signature'];
      const report = ports.sms.reportOf?.({
        messageId: query.message,
        form: body,
        signature: typeof signature === 'string' ? signature : '',
      });
      if (report === undefined) return fail('signature');
      if (report.delivery !== undefined && /^\d{1,15}$/.test(query.message))
        await markDelivery(db, Number(query.message), report, clock.now());
      return ok({ messages: [] });
    }),
    route('GET /api/v3/messages/whatsapp/webhook', async ({ query }) =>
      ports.whatsapp.isVerifyToken(query['hub.verify_token'])
        ? ok({ type: 'text/plain; charset=utf-8', body: query['hub.challenge'] })
        : fail('signature'),
    ),
    route('POST /api/v3/messages/whatsapp/webhook', async ({ body, headers }) => {
      const { raw } = body;
      const signature = headers['x-hub-signature-256'];
      if (typeof raw !== 'string' || typeof signature !== 'string') return fail('signature');
      const isGenuine = await takeWhatsAppNotification(deps, { body: raw, signature });
      return isGenuine ? ok({ messages: [] }) : fail('signature');
    }),
  ];
}

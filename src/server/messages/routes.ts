import type { Dependencies } from '../dependencies.ts';
import { fail, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { markDelivery } from './queries.ts';

export function messageRoutes({ db, clock, ports }: Dependencies): Route[] {
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
  ];
}

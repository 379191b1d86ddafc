import { INVOICING_MODES, PROVIDER_MODES } from '../../contract/sandbox.ts';
import type { Dependencies } from '../dependencies.ts';
import { setInvoicingMode } from '../integrations/invoicing/sandbox.ts';
import { payoutMode, setPayoutMode } from '../integrations/payouts/sandbox.ts';
import { setProviderMode } from '../integrations/trouble/sandbox.ts';
import { watchListNote } from '../integrations/watch-lists/sandbox.ts';
import type { DecideWalletPayment } from '../integrations/wallet/port.ts';
import { decideWalletPayment } from '../integrations/wallet/sandbox.ts';
import { parseIsoDate } from '../../domain/calendar-date.ts';
import { parseUnits } from '../../domain/money.ts';
import { storeSetting, readSetting } from '../content/service.ts';
import { noteForSandbox } from '../platform/sandbox-notes.ts';
import { listMessages } from '../messages/service.ts';
import { fail, failFields, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { listsToCome } from '../origination/offers/service.ts';
import { openRequests, paidRequests } from '../servicing/payments/service.ts';
import { rejectInSandbox, reverseInSandbox, settleInSandbox } from '../servicing/payments/sandbox/service.ts';
import { checkoutRoutes } from './checkout.ts';
import { moveClock } from './clock.ts';
import { asset, page } from './page.ts';
import { advance, advanceRefund, openPayouts, pendingRefunds } from './payouts.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { localDate, localInstant } from '../../countries/local-time.ts';
import { parseDocument } from '../../countries/identifiers/document.ts';
import { openTicket } from '../support/tickets/service.ts';

/**
 * Opens a support ticket for the customer with this document.
 * @returns its id, or undefined for an unknown document
 */
export async function addTicket(
  deps: Pick<Dependencies, 'db' | 'clock' | 'random'>,
  country: CountryCode,
  ticket: { readonly document_number: string; readonly subject: string; readonly status: string },
): Promise<string | undefined> {
  const document = parseDocument(country, ticket.document_number);
  if (!document.ok) return undefined;
  const customer = await deps.db
    .selectFrom('customer')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('country', '=', country)
    .where('document_number', '=', document.value)
    .executeTakeFirst();
  if (!customer) return undefined;
  const { publicId } = await openTicket(deps.db, deps, {
    country,
    customerId: customer.id,
    kind: 'reclamo',
    subject: ticket.subject,
    name: `${customer.first_name} ${customer.last_name}`,
    email: customer.email,
    documentNumber: document.value,
    status: ticket.status,
  });
  return publicId;
}

const FORM =
  /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6}(?:[.,]\d{1,3})?)H)?(?:(\d{1,7}(?:[.,]\d{1,3})?)M)?(?:(\d{1,9}(?:[.,]\d{1,3})?)S)?)?$/;
const unitsMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000];

/**
 * Instant an ISO 8601 duration after another, milliseconds; undefined if the text is not a duration. Years
 * and months follow the calendar (UTC): a month after January 31 is the last day of February.
 */
export function instantAfter(from: Date, text: string): number | undefined {
  const parts = FORM.exec(text)?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return undefined;
  const [years = 0, months = 0, ...rest] = parts.map((part) => Number((part ?? '0').replace(',', '.')));
  const ms = rest.reduce((sum, part, index) => sum + part * (unitsMs[index] ?? 0), 0);
  return afterMonths(from, years * 12 + months).getTime() + Math.round(ms);
}

function afterMonths(from: Date, months: number): Date {
  const date = new Date(from);
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return date;
}

export { serveIdentityProvider } from './identity-provider.ts';

/**
 * Controls of the sandbox's providers (docs/product/providers.md#sandbox); served only with the sandbox on.
 */
export function sandboxRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /sandbox', async () => ok(await page())),
    route('GET /sandbox/assets/{name}', async ({ params }) => {
      const file = await asset(params.name);
      return file ? ok(file) : fail('not_found');
    }),
    route('GET /sandbox/messages', async ({ query }) =>
      ok({ type: 'application/json', body: JSON.stringify(await listMessages(deps, query.to)) }),
    ),
    ...clockRoutes(deps),
    ...sandboxPayoutRoutes(deps),
    ...paymentRoutes(deps),
    ...checkoutRoutes(deps),
    route('POST /sandbox/tickets', async ({ body, country }) => {
      const id = await addTicket(deps, country, body);
      return id === undefined ? fail('not_found') : ok({ id });
    }),
    route('GET /sandbox/state', async ({ country }) =>
      ok({
        now: deps.clock.now().toISOString(),
        mode: await payoutMode(deps.db),
        identity_review: await readSetting(deps.db, country, 'identity-review'),
        disbursements: await openPayouts(deps),
        refunds: await pendingRefunds(deps),
        price_lists: (await comingLists(deps, country)).map(({ id, name, valid_from: from }) => ({
          id: String(id),
          name,
          valid_from: from,
        })),
        payments: await openRequests(deps.db),
        paid: await paidRequests(deps.db),
        messages: await listMessages(deps),
      }),
    ),
  ];
}

function clockRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /sandbox/clock', async () => ok({ now: clock.now().toISOString() })),
    route('POST /sandbox/clock', async ({ body }) => {
      const target = clockTarget(clock.now(), body);
      if (target === undefined) return failFields(wrongTime(body));
      await moveClock(db, target - Date.now());
      return ok({ now: clock.now().toISOString() });
    }),
    route('POST /sandbox/price-lists/{id}/start', async ({ params, country }) => {
      const list = (await comingLists(deps, country)).find(({ id }) => id === params.id);
      if (!list) return fail('not_found');
      await moveClock(db, localInstant(list.valid_from, 0, country).getTime() - Date.now());
      return ok({ now: clock.now().toISOString() });
    }),
  ];
}

const comingLists = ({ db, clock }: Dependencies, country: CountryCode) =>
  listsToCome(db, country, localDate(clock.now(), country));

interface ClockBody {
  readonly now?: string | undefined;
  readonly advance?: string | undefined;
}

/** Instant to move to, milliseconds; undefined unless exactly one of both is given and valid. */
function clockTarget(current: Date, body: ClockBody): number | undefined {
  if ((body.now === undefined) === (body.advance === undefined)) return undefined;
  const target =
    body.now === undefined ? (instantAfter(current, body.advance ?? '') ?? Number.NaN) : instantOf(body.now);
  return earliest <= target && target <= latest ? target : undefined;
}

/** NaN for a day that does not exist, which JavaScript would turn into one of the next month. */
function instantOf(text: string): number {
  const [day = ''] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  return day !== '' && parseIsoDate(day) === undefined ? Number.NaN : Date.parse(text);
}

/** Outside these years dates do not fit four digits, and neither country's rules apply. */
const earliest = Date.parse('2000-01-01T00:00:00Z');
const latest = Date.parse('2999-01-01T00:00:00Z');

function wrongTime({ advance: given }: ClockBody): Record<string, string> {
  return given === undefined
    ? { now: 'Escribí una fecha y hora ISO 8601, por ejemplo 2026-03-01T12:00:00Z.' }
    : { advance: 'Escribí una duración ISO 8601, por ejemplo P40D o PT3H.' };
}

const wrongMode = (modes: readonly string[]) =>
  failFields({ mode: `Elegí uno de estos: ${modes.join(', ')}.` });

function sandboxPayoutRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /sandbox/disbursement', async ({ body }) => {
      await setPayoutMode(deps.db, body.mode);
      return ok({ mode: body.mode });
    }),
    route('POST /sandbox/providers/{name}', async ({ params: { name }, body: { mode } }) => {
      if (name === 'invoicing') {
        const chosen = INVOICING_MODES.find((each) => each === mode);
        if (chosen === undefined) return wrongMode(INVOICING_MODES);
        await setInvoicingMode(deps.db, chosen);
      } else {
        const chosen = PROVIDER_MODES.find((each) => each === mode);
        if (chosen === undefined) return wrongMode(PROVIDER_MODES);
        await setProviderMode(deps.db, name, chosen);
      }
      return ok({ mode });
    }),
    route('POST /sandbox/identity-review', async ({ body, country }) => {
      await storeSetting(deps.db, country, 'identity-review', body.policy);
      return ok({ policy: body.policy });
    }),
    route('POST /sandbox/watch-list', async ({ body }) => {
      await noteForSandbox(deps.db, watchListNote, body.mode);
      return ok({ mode: body.mode });
    }),
    route('POST /sandbox/loans/{id}/advance', ({ params, body }) =>
      advance(deps, params.id, body.outcome, body.delivered_on),
    ),
    route('POST /sandbox/refunds/{reference}/advance', ({ params, body }) =>
      advanceRefund(deps, params.reference, body.outcome),
    ),
  ];
}

function paymentRoutes(deps: Dependencies): Route[] {
  const decide: DecideWalletPayment = (payment) => decideWalletPayment(deps.db, payment);
  return [
    route('POST /sandbox/payments/{hash}/settle', async ({ params, body }) => {
      const amount = amountOf(body);
      if (amount === 'wrong') return wrongAmount();
      const state = await settleInSandbox(deps, decide, params.hash, amount);
      return state === undefined ? fail('not_found') : ok({ state });
    }),
    route('POST /sandbox/payments/{hash}/reverse', async ({ params, body }) => {
      const amount = amountOf(body);
      if (amount === 'wrong') return wrongAmount();
      const state = await reverseInSandbox(deps, decide, params.hash, amount);
      return state === undefined ? fail('not_found') : ok({ state });
    }),
    route('POST /sandbox/payments/{hash}/reject', async ({ params }) => {
      const state = await rejectInSandbox(deps, decide, params.hash);
      return state === undefined ? fail('not_found') : ok({ state });
    }),
  ];
}

function amountOf(body: { readonly amount?: number | undefined } | undefined) {
  return body?.amount === undefined ? undefined : (parseUnits(body.amount) ?? 'wrong');
}

function wrongAmount() {
  return failFields({ amount: 'Escribí un monto con hasta dos decimales.' });
}

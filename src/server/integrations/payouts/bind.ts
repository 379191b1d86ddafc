import { z } from 'zod';
import { parseAccountNumber } from '../../../countries/identifiers/cbu.ts';
import { parseUnits, toUnits } from '../../../domain/money.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ListedPayment, ListedState } from '../listed.ts';
import type { AccountFault, PayoutAnswer, PayoutOrder, PayoutRail, RailState } from './port.ts';

interface BindSettings {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  /** Lender's own account, the source of payouts. */
  readonly accountId: string;
  /** Receives the bank's voucher of each transfer; the bank requires an address. */
  readonly email: string;
  readonly clock: Clock;
}

/** Longer than the bank takes, milliseconds; a transfer without a response is queried later. */
const timeoutMs = 20_000;
/** The bank's own code, used in its paths. */
const ownBank = 322;

const login = z.object({ token: z.string().min(1), expires_in: z.number().positive() });
const accountView = z.object({ owners: z.array(z.object({ id: z.string() })).min(1) });
const refusalView = z.object({ code: z.string() });
/** Bank's error codes for an unknown transfer and for an account that does not exist. */
const unknownTransfer = 'TX019';
const unknownAccount: ReadonlySet<string> = new Set(['PA005', 'PA011']);

const transferView = z.object({
  id: z.string(),
  status: z.string(),
  transaction_ids: z.array(z.string()).optional(),
});

/**
 * Transfers through BIND's APIBANK (docs/product/providers.md#bank-transfers). `origin_id` is our reference:
 * a second transfer under it returns the first, so after a lost response, querying by it is always possible
 * and never pays twice.
 */
export function bindRail(settings: BindSettings): PayoutRail {
  const client = bindClient(settings);
  const requests = `/banks/${ownBank}/accounts/${encodeURIComponent(settings.accountId)}/owner/transaction-request-types/TRANSFER`;
  async function query(reference: string): Promise<PayoutAnswer> {
    const found = await client('GET', `${requests}/${encodeURIComponent(reference)}`);
    if (found.status === 404 || codeOf(found) === unknownTransfer) return answerOf('not-found', '', '', '');
    return transferAnswer(found);
  }
  return {
    name: 'bank-transfer',
    query,
    listing: {
      async list(from, to) {
        const listed: ListedPayment[] = [];
        for (let page = 0; ; page += 1) {
          const { status, body } = await client('GET', requests, undefined, {
            obp_from_date: from.toISOString(),
            obp_to_date: to.toISOString(),
            obp_limit: String(pageSize),
            obp_offset: String(page * pageSize),
          });
          if (status !== 200) throw new Error(`the bank answered the list with ${status}`);
          const transfers = z.array(listedView).parse(body);
          listed.push(...transfers.map(listedOf));
          if (transfers.length < pageSize) return listed;
        }
      },
      async stateOf(reference) {
        const { state } = await query(reference);
        return state === 'not-found' ? undefined : listedState(state);
      },
    },
    async submit(order) {
      const refusal = await holderRefusal(client, order);
      if (refusal !== undefined) return refused(refusal);
      const sent = await client(
        'POST',
        `${requests}/transaction-requests`,
        transferOf(order, settings.email),
      );
      const code = codeOf(sent);
      // For a repeated reference the bank responds 200 with the first transfer and a warning: it is the same
      // order.
      if (code === undefined) return transferAnswer(sent);
      if (unknownAccount.has(code)) return refused('missing');
      // Either refused for another reason, or accepted despite the error; a query decides.
      const known = await query(order.reference);
      return known.state === 'not-found' ? answerOf('failed', '', '', `refused by the bank: ${code}`) : known;
    },
  };
}

interface BindAnswer {
  readonly status: number;
  readonly body: unknown;
}

type BindClient = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<BindAnswer>;

function bindClient({ baseUrl, username, password, clock }: BindSettings): BindClient {
  let session: { readonly token: string; readonly until: number } | undefined;
  let loggingIn: Promise<string> | undefined;
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(new URL(`.${path}`, `${baseUrl.replace(/\/$/, '')}/`), {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as unknown) };
  };
  const logIn = async (): Promise<string> => {
    const now = clock.now().getTime();
    const answer = await send('POST', '/login/jwt', {}, { username, password });
    if (answer.status !== 200) throw new Error(`the bank refused the login with ${answer.status}`);
    const { token, expires_in } = login.parse(answer.body);
    // Expires a minute early, so that a token does not expire in transit.
    session = { token, until: now + expires_in * 1000 - 60_000 };
    return token;
  };
  // Concurrent callers share one login, because a second login may invalidate the first token.
  const tokenNow = async (): Promise<string> => {
    if (session && session.until > clock.now().getTime()) return session.token;
    loggingIn ??= logIn().finally(() => (loggingIn = undefined));
    return loggingIn;
  };
  return async (method, path, body, headers = {}) => {
    const token = await tokenNow();
    const answer = await send(method, path, { ...headers, authorization: `JWT ${token}` }, body);
    if (answer.status !== 401) return answer;
    if (session?.token === token) session = undefined;
    return send(method, path, { ...headers, authorization: `JWT ${await tokenNow()}` }, body);
  };
}

const pageSize = 100;
const listedView = z.object({
  id: z.string(),
  origin_id: z.string().nullish(),
  status: z.string(),
  start_date: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  charge: z.object({ value: z.object({ currency: z.string(), amount: z.number() }) }),
});

function listedOf({ id, origin_id, status, start_date, charge }: z.output<typeof listedView>): ListedPayment {
  const amount = parseUnits(charge.value.amount);
  if (amount === undefined) throw new Error('the bank reported an invalid amount');
  const state = listedState(states[status] ?? 'unknown');
  const { currency } = charge.value;
  return { key: origin_id ?? id, providerId: id, state, amount, currency, at: new Date(start_date) };
}

function listedState(state: RailState): ListedState {
  if (state === 'completed') return 'taken';
  return state === 'failed' ? 'not-taken' : 'open';
}

/** Reason not to pay the account: it does not exist or is not the customer's. */
async function holderRefusal(client: BindClient, order: PayoutOrder): Promise<AccountFault | undefined> {
  const kind = parseAccountNumber(order.destination).ok ? 'cbu' : 'alias';
  const found = await client('GET', `/accounts/${kind}/${encodeURIComponent(order.destination)}`);
  const { status, body } = found;
  if (status === 404 || unknownAccount.has(codeOf(found) ?? '')) return 'missing';
  if (status !== 200) throw new Error(`the bank answered the look-up with ${status}`);
  const { owners } = accountView.parse(body);
  const isHolder = owners.some(
    ({ id }) => id.replaceAll(/\D/g, '') === order.legalNumber.replaceAll(/\D/g, ''),
  );
  return isHolder ? undefined : 'of-another';
}

function transferOf(order: PayoutOrder, email: string): object {
  const isNumber = parseAccountNumber(order.destination).ok;
  return {
    origin_id: order.reference,
    to: {
      ...(isNumber ? { cbu: order.destination } : { label: order.destination }),
      cuit: order.legalNumber,
    },
    value: { currency: order.currency, amount: toUnits(order.amount) },
    concept: 'VAR',
    description: order.description,
    emails: [email],
  };
}

/** @throws if the response is not a transfer: the outcome is then unknown and has to be queried */
function transferAnswer({ status, body }: BindAnswer): PayoutAnswer {
  if (status !== 200 && status !== 201) throw new Error(`the bank answered the transfer with ${status}`);
  const transfer = transferView.parse(body);
  const state = states[transfer.status] ?? 'unknown';
  return answerOf(
    state,
    transfer.id,
    state === 'completed' ? (transfer.transaction_ids?.[0] ?? transfer.id) : '',
    transfer.status,
  );
}

const states: Readonly<Record<string, RailState>> = {
  IN_PROGRESS: 'in-progress',
  UNKNOWN: 'unknown',
  // The bank's API will never know the outcome, so a person resolves it; until then nothing is sent.
  UNKNOWN_FOREVER: 'unknown',
  COMPLETED: 'completed',
  FAILED: 'failed',
};

/** Bank's error code in a refusal (status 409). */
function codeOf({ status, body }: BindAnswer): string | undefined {
  if (status !== 409) return undefined;
  const refusal = refusalView.safeParse(body);
  return refusal.success ? refusal.data.code : '';
}

const faults: Readonly<Record<AccountFault, string>> = {
  missing: 'the account does not exist',
  'of-another': 'the account belongs to somebody else',
};

function refused(fault: AccountFault): PayoutAnswer {
  return { ...answerOf('failed', '', '', faults[fault]), fault };
}

function answerOf(state: RailState, providerId: string, receiptCode: string, reason: string): PayoutAnswer {
  return { state, providerId, receiptCode, reason };
}

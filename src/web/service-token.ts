import type { CallKey, OutputOf } from '../contract/contract.ts';
import { ApiFailure } from '../ui/api-failure.ts';
import { businessInstant } from './business-clock.ts';
import { call, type CallArguments, type CallInput } from './api.ts';

/** A token expiring within this time is renewed, so that it does not expire in transit. */
const marginMs = 30_000;

/** Keeps one service token at a time, and one fetch at a time. Clock in milliseconds. */
export function createServiceToken(
  fetchToken: () => Promise<{ token: string; expired: string }>,
  now: () => number,
) {
  let held: Promise<{ token: string; expired: string }> | null = null;
  return {
    async get(): Promise<string> {
      const before = held;
      const current = before && (await before.catch(() => null));
      const stale = !current || Date.parse(current.expired) - marginMs <= now();
      // The first call fetches; the others wait for the same answer.
      if (held === null || (stale && held === before)) held = fetchToken();
      return (await held).token;
    },
    drop(): void {
      held = null;
    },
  };
}

const serviceToken = createServiceToken(
  async () => (await call('POST /vendors-api/v2/token/creditrisk')).result,
  () => businessInstant(Date.now()).getTime(),
);

/**
 * Makes a call under the short-lived service token (docs/product/calls.md#service-token): lead,
 * lead offer and lead feedback. A refused token is exchanged once.
 */
export async function callAsService<K extends CallKey>(key: K, input: CallInput<K>): Promise<OutputOf<K>> {
  const send = async () =>
    call(key, ...([{ ...input, token: await serviceToken.get() }] as unknown as CallArguments<K>));
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
    serviceToken.drop();
    return send();
  }
}

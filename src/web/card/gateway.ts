import { cardTokenRequest, type CardToTokenise, isCardRefusal } from '../../countries/card-token-request.ts';
import { FORM_MESSAGES } from '../../countries/fields/form-messages.ts';
import { ApiFailure, transportTexts } from '../../ui/api-failure.ts';
import type { Settings } from '../settings.ts';
import type { Transport } from '../transport.ts';

/** A card gateway that gives browsers tokens. */
export interface BrowserGateway {
  readonly url: string;
  /** Asks for tokens and can charge nothing. */
  readonly publicKey: string;
}

/** Short, since a person waits; a later response counts as none. */
const timeoutMs = 10_000;

/**
 * Receiver of a card number: a gateway, called by this browser, or our server (null). Undefined while the settings
 * load: the receiver is never guessed.
 */
export function gatewayOf(settings: Settings): BrowserGateway | null | undefined {
  const { 'card-gateway-url': url, 'card-gateway-public-key': publicKey } = settings;
  if (url === undefined || publicKey === undefined) return undefined;
  return url !== '' && publicKey !== '' ? { url, publicKey } : null;
}

/**
 * Requests a token from the gateway: `POST {url}/tokens` (decision 0042). Hides the gateway's error text, which may
 * repeat the request.
 * @throws ApiFailure `card_declined` for a refused card, else one that says nothing about the card
 */
export async function tokenise(
  { url, publicKey }: BrowserGateway,
  card: CardToTokenise,
  send: Transport,
): Promise<string> {
  const { status, body } = await send({
    method: 'POST',
    url: `${url.replace(/\/$/, '')}/tokens`,
    headers: { apikey: publicKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(cardTokenRequest(card)),
    timeoutMs,
    redirect: 'error',
  });
  if (isCardRefusal(status))
    throw new ApiFailure({ code: 'card_declined', status, message: FORM_MESSAGES.cardDeclined });
  const token = status >= 200 && status < 300 ? idOf(body) : '';
  if (token === '')
    throw new ApiFailure({ code: 'unavailable', status: 503, message: transportTexts.unreadable });
  return token;
}

function idOf(body: unknown): string {
  const id = typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined;
  return typeof id === 'string' ? id : '';
}

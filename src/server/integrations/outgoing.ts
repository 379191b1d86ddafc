import type { Tracer } from '../platform/log/tracing.ts';
import type { Ports } from './ports.ts';

/** Thrown if the provider was not called, so that it does not count as failing. */
export class NotAskedError extends Error {}

/** `failed`: no response, or a malformed one. A decline counts as answered. */
type Outcome = 'answered' | 'failed' | 'not-asked';

interface OutgoingFigures {
  outgoing(provider: string, call: string, outcome: Outcome, seconds: number): void;
}

/** Records each call to a provider by outcome and duration, and as a span of its caller's trace. */
export class OutgoingCalls {
  /** Set later, because the metrics are created after the ports. */
  figures: OutgoingFigures | undefined;
  readonly #tracer: Tracer | undefined;

  constructor(tracer?: Tracer) {
    this.#tracer = tracer;
  }

  /** Wraps a port to record its calls. Only methods that return a promise count as calls. */
  watch<Port extends object>(provider: string, port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        return (...given: unknown[]) => {
          const began = performance.now();
          const call = () => Reflect.apply(value, target, given) as unknown;
          const answer = call();
          return answer instanceof Promise ? this.#follow(provider, name, began, answer) : answer;
        };
      },
    });
  }

  async #follow(provider: string, call: string, began: number, answer: Promise<unknown>): Promise<unknown> {
    const told = (outcome: Outcome) => {
      const ms = performance.now() - began;
      this.figures?.outgoing(provider, call, outcome, ms / 1_000);
      this.#tracer?.ended('client', `${provider} ${call}`, ms, outcome === 'failed');
    };
    try {
      const value = await answer;
      told(hasNoAnswer(value) ? 'failed' : 'answered');
      return value;
    } catch (error) {
      told(error instanceof NotAskedError ? 'not-asked' : 'failed');
      throw error;
    }
  }
}

/**
 * Detects a missing response, which rails return instead of throwing, because the order may have been carried
 * out (payouts/port.ts).
 */
function hasNoAnswer(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'state') === 'unknown' &&
    Reflect.get(value, 'reason') === 'no answer'
  );
}

/**
 * Wraps all providers that a person waits for or money depends on. The bureau records its own calls, behind
 * its file fallback.
 */
export function watchedPorts(ports: Ports, calls: OutgoingCalls): Ports {
  const rails = Object.entries(ports.payouts).map(([type, rail]) => [type, calls.watch('payouts', rail)]);
  return {
    ...ports,
    sms: calls.watch('sms', ports.sms),
    email: calls.watch('email', ports.email),
    whatsapp: calls.watch('whatsapp', ports.whatsapp),
    cards: calls.watch('cards', ports.cards),
    cardPayments: calls.watch('card-payments', ports.cardPayments),
    wallet: calls.watch('wallet', ports.wallet),
    invoicing: (country) => {
      const issuer = ports.invoicing(country);
      return issuer && calls.watch(`invoicing-${issuer.name}`, issuer);
    },
    identity: {
      google: calls.watch('identity-google', ports.identity.google),
      facebook: calls.watch('identity-facebook', ports.identity.facebook),
    },
    payouts: Object.fromEntries(rails) as Ports['payouts'],
  };
}

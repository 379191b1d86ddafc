import type { Tracer } from '../platform/log/tracing.ts';
import type { Ports } from './ports.ts';

/** The provider was not asked at all: nothing is wrong with it. */
export class NotAskedError extends Error {}

/** `failed` is no answer, or none that can be understood; a decline is an answer. */
type Outcome = 'answered' | 'failed' | 'not-asked';

/** Counts calls to providers. */
interface OutgoingFigures {
  outgoing(provider: string, call: string, outcome: Outcome, seconds: number): void;
}

/** Watches calls to providers: each is counted by outcome, with how long it took, and is a span of its caller's trace. */
export class OutgoingCalls {
  /** Opened after the ports are. */
  figures: OutgoingFigures | undefined;
  readonly #tracer: Tracer | undefined;

  constructor(tracer?: Tracer) {
    this.#tracer = tracer;
  }

  /** The same port, watched. Only what answers with a promise goes out. */
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

/** Rails do not throw: an order without an answer may have been carried out (payouts/port.ts). */
function hasNoAnswer(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'state') === 'unknown' &&
    Reflect.get(value, 'reason') === 'no answer'
  );
}

/** All providers that a person waits for, or money depends on. The bureau watches itself, behind its file. */
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
    identity: {
      google: calls.watch('identity-google', ports.identity.google),
      facebook: calls.watch('identity-facebook', ports.identity.facebook),
    },
    payouts: Object.fromEntries(rails) as Ports['payouts'],
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { PROVIDER_MODES, type ProviderMode, type TroubledProvider } from '../../../contract/sandbox.ts';
import type { Database } from '../../platform/database.ts';
import { noteForSandbox, sandboxNote } from '../../platform/sandbox-notes.ts';
import type { Ports } from '../ports.ts';
import type { WhatsAppGateway } from '../whatsapp/port.ts';

/** Delay of a slow provider, milliseconds; within the time limits of the real adapters. */
const SLOW_MS = 4_000;

const noteOf = (provider: TroubledProvider) => `trouble ${provider}`;

/** Sets how a provider's stand-in behaves from now on, in every process. */
export const setProviderMode = (db: Database, provider: TroubledProvider, mode: ProviderMode) =>
  noteForSandbox(db, noteOf(provider), mode);

async function modeOf(db: Database, provider: TroubledProvider): Promise<ProviderMode> {
  const stored = await sandboxNote(db, noteOf(provider));
  return PROVIDER_MODES.find((mode) => mode === stored) ?? 'ok';
}

/**
 * Stand-ins that can be slow, down, or answer garbage (docs/product/providers.md#stand-ins). Garbage comes
 * after the call was carried out, so that callers must not repeat it blindly.
 */
export function troubledPorts(ports: Ports, db: Database): Ports {
  const troubled = <Port extends object>(
    provider: TroubledProvider,
    port: Port,
    calls: readonly (keyof Port & string)[],
  ) => troubledPort(port, calls, () => modeOf(db, provider), provider);
  const rail = (name: keyof Ports['payouts']) =>
    troubled('payouts', ports.payouts[name], ['submit', 'query']);
  return {
    ...ports,
    bureau: troubled('bureau', ports.bureau, ['report']),
    sms: troubled('sms', ports.sms, ['send']),
    email: troubled('email', ports.email, ['send']),
    whatsapp: troubledWhatsApp(ports.whatsapp, () => modeOf(db, 'whatsapp')),
    identity: {
      google: troubled('identity', ports.identity.google, ['verify']),
      facebook: troubled('identity', ports.identity.facebook, ['verify']),
    },
    cards: troubled('cards', ports.cards, ['tokenise']),
    cardPayments: troubled('cards', ports.cardPayments, ['charge', 'query', 'storedCard', 'giveBack']),
    wallet: troubled('wallet', ports.wallet, ['createCheckout', 'cancelCheckout', 'payment', 'paymentsOf']),
    payouts: { 'bank-transfer': rail('bank-transfer'), 'red-pagos': rail('red-pagos'), pdv: rail('pdv') },
  };
}

function troubledPort<Port extends object>(
  port: Port,
  calls: readonly string[],
  mode: () => Promise<ProviderMode>,
  provider: string,
): Port {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || !calls.some((call) => call === name)) return value;
      return async (...given: unknown[]) => {
        const now = await mode();
        if (now === 'down') throw new Error(`the stand-in of ${provider} is down`);
        if (now === 'slow') await pause(SLOW_MS);
        const answer: unknown = await Reflect.apply(value, target, given);
        if (now === 'garbage') throw new Error(`the stand-in of ${provider} answered garbage`);
        return answer;
      };
    },
  });
}

/** Its port never throws: away is a temporary refusal, garbage an unknown outcome. */
function troubledWhatsApp(gateway: WhatsAppGateway, mode: () => Promise<ProviderMode>): WhatsAppGateway {
  return {
    ...gateway,
    async send(message) {
      const now = await mode();
      if (now === 'down') return { outcome: 'later', code: 'down' };
      if (now === 'slow') await pause(SLOW_MS);
      const outcome = await gateway.send(message);
      return now === 'garbage' ? { outcome: 'unknown' } : outcome;
    },
  };
}

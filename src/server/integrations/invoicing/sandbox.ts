import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { byCountry, type CountryCode } from '../../../countries/countries.ts';
import { INVOICING_MODES, type InvoicingMode } from '../../../contract/sandbox.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { noteForSandbox, sandboxNote } from '../../platform/sandbox-notes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Vault } from '../../platform/secrets.ts';
import { arcaInvoicing } from './arca.ts';
import { cfeInvoicing } from './cfe.ts';
import type { Invoicing } from './port.ts';
import { arcaPaths, makeCertificate, serveArca } from './sandbox-arca.ts';
import { serveCfe } from './sandbox-cfe.ts';
import type { StandIn } from './sandbox-state.ts';

const modeName = 'invoicing-mode';

export async function invoicingMode(db: Queryable): Promise<InvoicingMode> {
  const stored = await sandboxNote(db, modeName);
  return INVOICING_MODES.find((mode) => mode === stored) ?? 'ok';
}

export async function setInvoicingMode(db: Database, mode: InvoicingMode): Promise<void> {
  await noteForSandbox(db, modeName, mode);
}

interface SandboxContext {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}

/**
 * The real adapters against stand-ins of the services: a server on this machine that starts with the first call. Its
 * documents are rows, so all processes and restarts share them.
 */
export function sandboxInvoicing(context: SandboxContext): (country: CountryCode) => Invoicing | undefined {
  const { db, clock } = context;
  let calls = 0;
  const state: StandIn = { db, clock, mode: () => invoicingMode(db), nextCall: () => (calls += 1) };
  let started: ReturnType<typeof startStandIns> | undefined;
  const adapters = async () => adaptersOf(context, await (started ??= startStandIns(state)));
  const made = byCountry((country) => {
    const { provider } = SERVER_ENTRIES[country].invoicing;
    if (provider === 'none') return undefined;
    return lazily(provider, async () => (await adapters())[provider](country), state);
  });
  return (country) => made[country];
}

const pointOfSale = 1;
const yearMs = 365 * 86_400_000;

function lazily(name: string, adapter: () => Promise<Invoicing>, { clock, mode }: StandIn): Invoicing {
  let made: Promise<Invoicing> | undefined;
  const ready = () => (made ??= adapter());
  return {
    name,
    pointOfSale,
    // Not made for the figure alone.
    async certificateUntil() {
      if (name !== 'arca') return undefined;
      const isExpired = (await mode()) === 'expired-certificate';
      return new Date(clock.now().getTime() + (isExpired ? -86_400_000 : yearMs));
    },
    last: async (kind) => (await ready()).last(kind),
    send: async (document) => (await ready()).send(document),
    query: async (document) => (await ready()).query(document),
    isUp: async () => (await ready()).isUp(),
  };
}

async function startStandIns(state: StandIn) {
  const server = http.createServer((request, response) => {
    if (!serveCfe(state, request, response)) response.writeHead(404).end();
  });
  await serveArca(state, server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, certificate: await makeCertificate() };
}

type Started = Awaited<ReturnType<typeof startStandIns>>;

function adaptersOf({ config, ...context }: SandboxContext, { url, certificate }: Started) {
  return {
    arca: (country: CountryCode) =>
      arcaInvoicing({
        wsaaUrl: url + arcaPaths.wsaa,
        wsfeUrl: url + arcaPaths.wsfe,
        ...certificate,
        cuit: config.lenders[country].taxNumber.replaceAll(/\D/g, ''),
        pointOfSale,
        ...context,
      }),
    cfe: () => cfeInvoicing({ baseUrl: url, token: 'sandbox', pointOfSale }),
  };
}

import type { Config } from '../../platform/config.ts';
import { ConfigError } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { mercadoPago } from './mercado-pago.ts';
import type { Wallet } from './port.ts';

export async function createWallet({
  config,
  db,
}: {
  readonly config: Config;
  readonly db: Database;
}): Promise<Wallet> {
  if (config.SANDBOX) return (await import('./sandbox.ts')).sandboxWallet(db);
  const { MERCADO_PAGO_ACCESS_TOKEN: accessToken, MERCADO_PAGO_BASE_URL: baseUrl } = config;
  if (accessToken === undefined) return noWallet;
  const webhookSecrets = (config.MERCADO_PAGO_WEBHOOK_SECRETS ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (webhookSecrets.length === 0) {
    throw new ConfigError(
      'The setting MERCADO_PAGO_WEBHOOK_SECRETS is needed with MERCADO_PAGO_ACCESS_TOKEN.',
    );
  }
  return mercadoPago({ baseUrl, accessToken, webhookSecrets });
}

const refused = () => Promise.reject(new Error('no wallet is configured'));

const noWallet: Wallet = {
  name: 'none',
  createCheckout: refused,
  cancelCheckout: refused,
  payment: refused,
  paymentsOf: refused,
  isGenuine: () => false,
};

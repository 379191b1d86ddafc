import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import type { Vault } from '../platform/secrets.ts';
import { createBureau } from './bureau/create.ts';
import { createCardPayments } from './card-payments/create.ts';
import { createCardGateway } from './cards/create.ts';
import { createCollection } from './collection/create.ts';
import { createEmail } from './email/create.ts';
import { createIdentity } from './identity/create.ts';
import { createImageStore } from './images/create.ts';
import { createPayouts } from './payouts/create.ts';
import type { PayoutOrders } from './payouts/port.ts';
import { createPlaces } from './places/create.ts';
import type { Ports } from './ports.ts';
import { createSms } from './sms/create.ts';
import { createStaffLogin } from './staff-login/create.ts';
import { createWallet } from './wallet/create.ts';
import { createWhatsApp } from './whatsapp/create.ts';

export interface PortContext {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly payoutOrders: PayoutOrders;
}

/** Chooses each provider's adapter by configuration: the stand-in with the sandbox on. */
export function createPorts(context: PortContext): Ports {
  return {
    bureau: createBureau(context),
    cardPayments: createCardPayments(context),
    cards: createCardGateway(context),
    collection: createCollection(),
    email: createEmail(context),
    identity: createIdentity(context),
    images: createImageStore(context),
    payouts: createPayouts(context),
    places: createPlaces(context),
    sms: createSms(context),
    staffLogin: createStaffLogin(context),
    wallet: createWallet(context),
    whatsapp: createWhatsApp(context),
  };
}

import type { CountryCode, DeliveryType } from '../../countries/country-pack.ts';
import type { BreachedPasswords } from './breached-passwords/port.ts';
import type { CreditBureau } from './bureau/port.ts';
import type { CardPayments } from './card-payments/port.ts';
import type { CardGateway } from './cards/port.ts';
import type { CollectionNetworks } from './collection/port.ts';
import type { EmailGateway } from './email/port.ts';
import type { IdentityProvider } from './identity/port.ts';
import type { EncryptedImageStore } from './images/port.ts';
import type { Invoicing } from './invoicing/port.ts';
import type { PayoutRail } from './payouts/port.ts';
import type { PlacesRegister } from './places/port.ts';
import type { SmsGateway } from './sms/port.ts';
import type { StaffLogin } from './staff-login/port.ts';
import type { WatchList } from './watch-lists/port.ts';
import type { Wallet } from './wallet/port.ts';
import type { WhatsAppGateway } from './whatsapp/port.ts';

export interface Ports {
  /** Undefined if no list is configured. */
  readonly breachedPasswords: BreachedPasswords | undefined;
  readonly bureau: CreditBureau;
  readonly sms: SmsGateway;
  readonly email: EmailGateway;
  readonly identity: Readonly<Record<'google' | 'facebook', IdentityProvider>>;
  readonly cards: CardGateway;
  readonly cardPayments: CardPayments;
  readonly collection: CollectionNetworks;
  /** Issuer of a country's fiscal documents; undefined if none is configured. */
  readonly invoicing: (country: CountryCode) => Invoicing | undefined;
  readonly wallet: Wallet;
  readonly whatsapp: WhatsAppGateway;
  readonly images: EncryptedImageStore;
  /** Undefined without an identity provider for the console. */
  readonly staffLogin: StaffLogin | undefined;
  /** Public place register of a country; undefined if it has none. */
  readonly places: (country: CountryCode) => PlacesRegister | undefined;
  /** Public list against which a country's customers are matched; undefined if it is not covered. */
  readonly watchLists: (country: CountryCode) => WatchList | undefined;
  readonly payouts: Readonly<Record<DeliveryType, PayoutRail>>;
}

import { sql, type Selectable } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Customer } from '../../platform/database-types.ts';
import { addressModel, bankAccountModel, cardModel, contactsModel } from './models.ts';
import { addressOf, bankAccountsOf, cardsOf } from './queries.ts';

export { personalData } from './personal-data.ts';

export { registrationCharges } from './card-registration.ts';
export { checkCard, tokenOf, type CheckedCard } from './card-check.ts';
export { storeAddress, storeBankAccount } from './stored.ts';
export { signedImageUrl, type ImageVariant } from './image-addresses.ts';
export { addressModel, cardModel } from './models.ts';
export {
  addressOf,
  bankAccountsOf,
  cardsOf,
  imagesOf,
  latestImages,
  storedImage,
  type ImageKind,
} from './queries.ts';
export { dropPhoneCode } from './stored.ts';

export interface StoredCard {
  readonly id: number;
  readonly brand: CardBrand;
  readonly lastFour: string;
}

/** SQL: newest unexpired card of the customer of the loan `l` that is stored by the gateway. */
export const cardToCharge = (date: CalendarDate) => sql`
  select k.id, k.created_at, k.brand, k.last_four from card k
  where k.customer_id = l.customer_id and k.removed_at is null and k.stored_token <> ''
    and k.expires_year * 100 + k.expires_month
      >= extract(year from ${date}::date) * 100 + extract(month from ${date}::date)
  order by k.id desc limit 1`;

/** SQL: that card as JSON, if joined as `card`; null without one. */
export const storedCard = sql<StoredCard | null>`
  case when card.id is not null then json_build_object('id', card.id, 'brand', card.brand, 'lastFour', card.last_four) end`;

/** Address, contacts, accounts and cards of the profile. */
export async function profileParts(db: Queryable, country: CountryCode, customer: Selectable<Customer>) {
  const address = await addressOf(db, customer.id);
  const banks = await bankAccountsOf(db, customer.id);
  const cards = await cardsOf(db, customer.id);
  return {
    address: address ? addressModel(country, address, address.locality) : null,
    contacts: contactsModel(customer),
    banks: banks.map((row) => bankAccountModel(country, row)),
    cards: cards.map(cardModel),
  };
}

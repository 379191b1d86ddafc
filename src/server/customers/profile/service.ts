import type { Selectable } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Customer } from '../../platform/database-types.ts';
import { addressModel, bankAccountModel, cardModel, contactsModel } from './models.ts';
import { addressOf, bankAccountsOf, cardsOf, currentImagesOf, type ImageKind } from './queries.ts';

export { personalData } from './personal-data.ts';

export { registrationCharges } from './card-registration.ts';
export { checkCard, tokenOf, type CheckedCard } from './card-check.ts';
export { storeAddress, storeBankAccount } from './stored.ts';
export { signedImageUrl, type ImageVariant } from './image-addresses.ts';
export { addressModel, cardModel } from './models.ts';
export { addressOf, bankAccountsOf, cardsOf, imagesOf, storedImage, type ImageKind } from './queries.ts';
export { dropPhoneCode } from './stored.ts';

/** The ids of the images that count now, by kind; a kind that was never uploaded is absent. */
export async function latestImages(
  db: Queryable,
  customerId: number,
): Promise<Readonly<Partial<Record<ImageKind, string>>>> {
  const rows = await currentImagesOf(db, customerId);
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]));
}

/** What the profile shows of address, contacts, accounts and cards. */
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

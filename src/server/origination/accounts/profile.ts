import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { documentCheckOf } from '../../customers/documents/service.ts';
import { draftsOf } from '../../customers/drafts/service.ts';
import { latestImages, profileParts, signedImageUrl } from '../../customers/profile/service.ts';
import { customerWithLoans, newestOffer } from './queries.ts';

type Profile = OutputOf<'GET /api/v3/account-new'>['result'];

/** Profile of the logged-in customer (docs/product/signup-and-login.md#profile). */
export async function profileOf(
  deps: Dependencies,
  country: CountryCode,
  customerId: number,
): Promise<Profile> {
  const customer = await customerWithLoans(deps.db, customerId);
  const parts = await profileParts(deps.db, country, customer);
  const images = await latestImages(deps.db, customerId);
  const documentCheck = await documentCheckOf(deps.db, customerId);
  const offer = await newestOffer(deps.db, customerId);
  const hasOffer = offer !== undefined && offer.max_amount !== null && offer.expires_at > deps.clock.now();
  const address = (imageId: string | undefined, variant: 'full' | 'thumb') =>
    imageId === undefined ? null : signedImageUrl(deps, imageId, variant);
  return {
    ...parts,
    email_address: customer.email,
    first_name: customer.first_name,
    last_name: customer.last_name,
    cellphone: customer.cellphone,
    cellphone_prefix: customer.cellphone_prefix,
    birthdate: formatDate(customer.birthdate),
    gender: customer.gender,
    hash: customer.hash,
    loans: customer.loan_count ?? 0,
    avatar: address(images.avatar, 'full'),
    has_membership_enabled: customer.has_membership_enabled,
    delivery_type: customer.delivery_type,
    delivery_point: customer.delivery_point,
    selected_option: customer.selected_option,
    drafts: await draftsOf(deps, customerId),
    account_information: {
      document_number: customer.document_number,
      legal_number: customer.legal_number,
      front_document_image: address(images.front_document, 'full'),
      front_document_thumb: address(images.front_document, 'thumb'),
      back_document_image: address(images.back_document, 'full'),
      back_document_thumb: address(images.back_document, 'thumb'),
      document_check: documentCheck && {
        outcome: documentCheck.outcome,
        ...(documentCheck.fields ? { fields: [...documentCheck.fields] } : {}),
      },
    },
    credit_rating: {
      address_verified: customer.address_verified,
      avatar_verified: customer.avatar_verified,
      front_document_verified: customer.front_document_verified,
      back_document_verified: customer.back_document_verified,
      banking_verified: customer.banking_verified,
      // Clients read either spelling.
      credit_cart_verified: customer.credit_card_verified,
      credit_card_verified: customer.credit_card_verified,
      contact_data_verified: customer.contact_data_verified,
      personal_reference: customer.personal_reference,
      active_loan: customer.active_loan,
      check_offer: hasOffer && customer.active_loan === null ? 1 : 0,
    },
  };
}

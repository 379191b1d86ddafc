import type { CountryPack, DeliveryType } from '../../../countries/country-pack.ts';
import { pickupPointsOf } from '../../../countries/lists.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { Delivery } from '../../loans/service.ts';
import type { AccountFacts, Applicant } from './applicant.ts';

/** Chosen delivery method; the country's first one if the application does not ask. */
export function deliveryTypeOf(
  pack: CountryPack,
  applicant: Applicant,
  deliveryPoint: string,
): DeliveryType | undefined {
  if (applicant.deliveryType) return applicant.deliveryType;
  if (deliveryPoint !== '' && pack.deliveryTypes.includes('pdv')) return 'pdv';
  const isAsked = pack.applicationSteps.some(({ doneWhen }) => doneWhen.includes('delivery_type'));
  return isAsked ? undefined : pack.deliveryTypes[0];
}

/**
 * Destination account or pickup point. An empty account number means the customer's only account
 * (docs/product/confirmation.md#conditions); cash is identified by the person's document.
 */
export function deliveryOf(
  pack: CountryPack,
  applicant: Applicant,
  type: DeliveryType,
  asked: { readonly accountNumber: string; readonly deliveryPoint: string },
  accounts: readonly AccountFacts[],
): Result<Delivery> {
  if (!pack.deliveryTypes.includes(type)) return fail('delivery_type');
  const cash = {
    type,
    point: '',
    accountId: null,
    holder: `${applicant.firstName} ${applicant.lastName}`,
    legalNumber: applicant.legalNumber || applicant.documentNumber,
    bankId: '',
  };
  switch (type) {
    case 'red-pagos':
      return ok({ ...cash, destination: applicant.documentNumber });
    case 'pdv': {
      const wanted = asked.deliveryPoint || applicant.deliveryPoint;
      const point = pickupPointsOf(pack.code).find(({ id }) => id === wanted);
      return point ? ok({ ...cash, point: point.id, destination: point.id }) : fail('delivery_point');
    }
    case 'bank-transfer': {
      const account = chosenAccount(asked.accountNumber, accounts);
      if (!account) return fail('account_unknown');
      const { id, holder, legalNumber, bankId, number } = account;
      return ok({
        ...cash,
        accountId: id,
        bankId,
        destination: number,
        holder: holder || cash.holder,
        legalNumber: legalNumber || cash.legalNumber,
      });
    }
  }
}

function chosenAccount(number: string, accounts: readonly AccountFacts[]): AccountFacts | undefined {
  if (number === '') return accounts.length === 1 ? accounts[0] : undefined;
  const wanted = number.toLowerCase();
  return accounts.find((account) => account.number.toLowerCase() === wanted);
}

import { withdrawalTextsOf } from '../../countries/withdrawal.ts';
import { useCountry } from '../country.tsx';
import { RequestScreen } from './request-screen.tsx';
import { ticketTexts } from './texts.ts';

/** 'Botón de baja' of the membership as a public page (domain §5). */
export function MembershipCancellationScreen() {
  const { membership } = withdrawalTextsOf(useCountry().code);
  return <RequestScreen {...membership} ticket={ticketTexts.membership} />;
}

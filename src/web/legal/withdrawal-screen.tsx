import { withdrawalTextsOf } from '../../countries/withdrawal.ts';
import { useCountry } from '../country.tsx';
import { RequestScreen } from './request-screen.tsx';
import { ticketTexts } from './texts.ts';

/** 'Botón de arrepentimiento' as a public page (domain §5: no login, no reason asked). */
export function WithdrawalScreen() {
  const { withdrawal } = withdrawalTextsOf(useCountry().code);
  return <RequestScreen {...withdrawal} ticket={ticketTexts.withdrawal} />;
}

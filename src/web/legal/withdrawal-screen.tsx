import { withdrawalTextsOf } from '../../countries/withdrawal.ts';
import { useCountry } from '../country.tsx';
import { RequestScreen } from './request-screen.tsx';

/** 'Botón de arrepentimiento' as a public page (domain §5: no login, no reason asked). */
export function WithdrawalScreen() {
  const { withdrawal } = withdrawalTextsOf(useCountry().code);
  return <RequestScreen {...withdrawal} kind="loan" />;
}

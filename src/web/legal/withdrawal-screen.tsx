import { withdrawalTextsOf } from '../../countries/law/withdrawal.ts';
import { useCountry } from '../country.tsx';
import { RequestScreen } from './request-screen.tsx';

/**
 * 'Botón de arrepentimiento' as a public page: no login, no reason asked (docs/product/rights.md#withdrawal).
 */
export function WithdrawalScreen() {
  const { withdrawal } = withdrawalTextsOf(useCountry().code);
  return <RequestScreen {...withdrawal} kind="loan" />;
}

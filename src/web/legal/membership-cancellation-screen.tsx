import { withdrawalTextsOf } from '../../countries/law/withdrawal.ts';
import { useCountry } from '../country.tsx';
import { RequestScreen } from './request-screen.tsx';

/** 'Botón de baja' of the membership as a public page (docs/product/rights.md#ending-the-membership). */
export function MembershipCancellationScreen() {
  const { membership } = withdrawalTextsOf(useCountry().code);
  return <RequestScreen {...membership} kind="membership" />;
}

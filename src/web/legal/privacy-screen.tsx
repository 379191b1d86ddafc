import { LegalScreen } from './legal-screen.tsx';

/** /privacidad */
export function PrivacyScreen() {
  return <LegalScreen text="policy" />;
}

import { LegalScreen } from './legal-screen.tsx';

/** /terminos */
export function TermsScreen() {
  return <LegalScreen text="terms" />;
}

import { ScreenSkeleton } from '../shell/screen.tsx';

export function LeadOfferScreen() {
  return <ScreenSkeleton />;
}

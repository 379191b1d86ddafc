import { ScreenSkeleton } from '../shell/screen.tsx';

export default function LeadOfferScreen() {
  return <ScreenSkeleton />;
}

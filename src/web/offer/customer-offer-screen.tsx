import { ScreenSkeleton } from '../shell/screen.tsx';

export function CustomerOfferScreen() {
  return <ScreenSkeleton />;
}

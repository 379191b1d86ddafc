import { ScreenSkeleton } from '../shell/screen.tsx';

export default function CustomerOfferScreen() {
  return <ScreenSkeleton />;
}

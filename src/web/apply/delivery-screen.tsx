import { ScreenSkeleton } from '../shell/screen.tsx';

export function DeliveryScreen() {
  return <ScreenSkeleton />;
}

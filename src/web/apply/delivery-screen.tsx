import { ScreenSkeleton } from '../shell/screen.tsx';

export default function DeliveryScreen() {
  return <ScreenSkeleton />;
}

import { ScreenSkeleton } from '../shell/screen.tsx';

export function DebitPaymentScreen() {
  return <ScreenSkeleton />;
}

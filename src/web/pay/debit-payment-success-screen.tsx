import { ScreenSkeleton } from '../shell/screen.tsx';

export function DebitPaymentSuccessScreen() {
  return <ScreenSkeleton />;
}

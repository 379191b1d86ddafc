import { ScreenSkeleton } from '../shell/screen.tsx';

export function PaymentSuccessScreen() {
  return <ScreenSkeleton />;
}

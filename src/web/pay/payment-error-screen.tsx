import { ScreenSkeleton } from '../shell/screen.tsx';

export function PaymentErrorScreen() {
  return <ScreenSkeleton />;
}

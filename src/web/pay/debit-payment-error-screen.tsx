import { ScreenSkeleton } from '../shell/screen.tsx';

export function DebitPaymentErrorScreen() {
  return <ScreenSkeleton />;
}

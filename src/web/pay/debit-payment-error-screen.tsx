import { ScreenSkeleton } from '../shell/screen.tsx';

export default function DebitPaymentErrorScreen() {
  return <ScreenSkeleton />;
}

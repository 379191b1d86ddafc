import { ScreenSkeleton } from '../shell/screen.tsx';

export default function DebitPaymentSuccessScreen() {
  return <ScreenSkeleton />;
}

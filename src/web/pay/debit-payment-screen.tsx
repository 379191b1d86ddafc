import { ScreenSkeleton } from '../shell/screen.tsx';

export default function DebitPaymentScreen() {
  return <ScreenSkeleton />;
}

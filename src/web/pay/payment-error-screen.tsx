import { ScreenSkeleton } from '../shell/screen.tsx';

export default function PaymentErrorScreen() {
  return <ScreenSkeleton />;
}

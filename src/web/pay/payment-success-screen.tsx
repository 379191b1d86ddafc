import { ScreenSkeleton } from '../shell/screen.tsx';

export default function PaymentSuccessScreen() {
  return <ScreenSkeleton />;
}

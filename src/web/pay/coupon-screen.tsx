import { ScreenSkeleton } from '../shell/screen.tsx';

export default function CouponScreen() {
  return <ScreenSkeleton />;
}

import { ScreenSkeleton } from '../shell/screen.tsx';

export function CouponScreen() {
  return <ScreenSkeleton />;
}

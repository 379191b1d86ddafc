import { ScreenSkeleton } from '../shell/screen.tsx';

export function MembershipCancellationScreen() {
  return <ScreenSkeleton />;
}

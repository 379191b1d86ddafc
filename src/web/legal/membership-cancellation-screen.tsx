import { ScreenSkeleton } from '../shell/screen.tsx';

export default function MembershipCancellationScreen() {
  return <ScreenSkeleton />;
}

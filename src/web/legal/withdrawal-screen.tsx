import { ScreenSkeleton } from '../shell/screen.tsx';

export default function WithdrawalScreen() {
  return <ScreenSkeleton />;
}

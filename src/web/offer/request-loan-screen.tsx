import { ScreenSkeleton } from '../shell/screen.tsx';

export function RequestLoanScreen() {
  return <ScreenSkeleton />;
}

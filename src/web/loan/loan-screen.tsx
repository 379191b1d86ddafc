import { ScreenSkeleton } from '../shell/screen.tsx';

export function LoanScreen() {
  return <ScreenSkeleton />;
}

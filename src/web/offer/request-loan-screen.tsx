import { ScreenSkeleton } from '../shell/screen.tsx';

export default function RequestLoanScreen() {
  return <ScreenSkeleton />;
}

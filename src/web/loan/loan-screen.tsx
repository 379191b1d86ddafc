import { ScreenSkeleton } from '../shell/screen.tsx';

export default function LoanScreen() {
  return <ScreenSkeleton />;
}

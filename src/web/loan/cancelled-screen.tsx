import { ScreenSkeleton } from '../shell/screen.tsx';

export function CancelledScreen() {
  return <ScreenSkeleton />;
}

import { ScreenSkeleton } from '../shell/screen.tsx';

export function ReviewScreen() {
  return <ScreenSkeleton />;
}

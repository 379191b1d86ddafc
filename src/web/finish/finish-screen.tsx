import { ScreenSkeleton } from '../shell/screen.tsx';

export function FinishScreen() {
  return <ScreenSkeleton />;
}

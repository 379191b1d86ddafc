import { ScreenSkeleton } from '../shell/screen.tsx';

export function CardScreen() {
  return <ScreenSkeleton />;
}

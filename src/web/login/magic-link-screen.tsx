import { ScreenSkeleton } from '../shell/screen.tsx';

export function MagicLinkScreen() {
  return <ScreenSkeleton />;
}

import { ScreenSkeleton } from '../shell/screen.tsx';

export default function MagicLinkScreen() {
  return <ScreenSkeleton />;
}

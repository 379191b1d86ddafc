import { ScreenSkeleton } from '../shell/screen.tsx';

export default function CancelledScreen() {
  return <ScreenSkeleton />;
}

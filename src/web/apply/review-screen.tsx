import { ScreenSkeleton } from '../shell/screen.tsx';

export default function ReviewScreen() {
  return <ScreenSkeleton />;
}

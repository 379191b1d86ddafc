import { ScreenSkeleton } from '../shell/screen.tsx';

export default function FinishScreen() {
  return <ScreenSkeleton />;
}

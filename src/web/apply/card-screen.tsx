import { ScreenSkeleton } from '../shell/screen.tsx';

export default function CardScreen() {
  return <ScreenSkeleton />;
}

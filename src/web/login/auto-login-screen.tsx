import { ScreenSkeleton } from '../shell/screen.tsx';

export default function AutoLoginScreen() {
  return <ScreenSkeleton />;
}

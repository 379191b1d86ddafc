import { ScreenSkeleton } from '../shell/screen.tsx';

export default function WelcomeScreen() {
  return <ScreenSkeleton />;
}

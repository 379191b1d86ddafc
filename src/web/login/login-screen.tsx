import { ScreenSkeleton } from '../shell/screen.tsx';

export default function LoginScreen() {
  return <ScreenSkeleton />;
}

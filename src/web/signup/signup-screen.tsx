import { ScreenSkeleton } from '../shell/screen.tsx';

export default function SignupScreen() {
  return <ScreenSkeleton />;
}

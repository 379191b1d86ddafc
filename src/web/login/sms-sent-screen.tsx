import { ScreenSkeleton } from '../shell/screen.tsx';

export default function SmsSentScreen() {
  return <ScreenSkeleton />;
}

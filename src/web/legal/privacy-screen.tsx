import { ScreenSkeleton } from '../shell/screen.tsx';

export default function PrivacyScreen() {
  return <ScreenSkeleton />;
}

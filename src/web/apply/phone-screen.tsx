import { ScreenSkeleton } from '../shell/screen.tsx';

export default function PhoneScreen() {
  return <ScreenSkeleton />;
}

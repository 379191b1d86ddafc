import { ScreenSkeleton } from '../shell/screen.tsx';

export default function AccountScreen() {
  return <ScreenSkeleton />;
}

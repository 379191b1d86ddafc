import { ScreenSkeleton } from '../shell/screen.tsx';

export default function AccountStatusScreen() {
  return <ScreenSkeleton />;
}

import { ScreenSkeleton } from '../shell/screen.tsx';

export default function IdentityScreen() {
  return <ScreenSkeleton />;
}

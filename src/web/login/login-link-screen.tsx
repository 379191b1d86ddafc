import { ScreenSkeleton } from '../shell/screen.tsx';

export default function LoginLinkScreen() {
  return <ScreenSkeleton />;
}

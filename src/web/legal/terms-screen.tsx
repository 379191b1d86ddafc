import { ScreenSkeleton } from '../shell/screen.tsx';

export function TermsScreen() {
  return <ScreenSkeleton />;
}

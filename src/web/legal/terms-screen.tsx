import { ScreenSkeleton } from '../shell/screen.tsx';

export default function TermsScreen() {
  return <ScreenSkeleton />;
}

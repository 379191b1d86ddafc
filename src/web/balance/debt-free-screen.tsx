import { ScreenSkeleton } from '../shell/screen.tsx';

export default function DebtFreeScreen() {
  return <ScreenSkeleton />;
}

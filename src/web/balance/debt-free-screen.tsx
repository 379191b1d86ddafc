import { ScreenSkeleton } from '../shell/screen.tsx';

export function DebtFreeScreen() {
  return <ScreenSkeleton />;
}

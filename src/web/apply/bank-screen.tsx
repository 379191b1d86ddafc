import { ScreenSkeleton } from '../shell/screen.tsx';

export function BankScreen() {
  return <ScreenSkeleton />;
}

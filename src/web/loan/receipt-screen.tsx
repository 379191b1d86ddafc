import { ScreenSkeleton } from '../shell/screen.tsx';

export function ReceiptScreen() {
  return <ScreenSkeleton />;
}

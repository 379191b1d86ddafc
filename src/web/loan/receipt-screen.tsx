import { ScreenSkeleton } from '../shell/screen.tsx';

export default function ReceiptScreen() {
  return <ScreenSkeleton />;
}

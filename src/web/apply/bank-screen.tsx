import { ScreenSkeleton } from '../shell/screen.tsx';

export default function BankScreen() {
  return <ScreenSkeleton />;
}

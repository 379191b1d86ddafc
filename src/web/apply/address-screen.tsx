import { ScreenSkeleton } from '../shell/screen.tsx';

export function AddressScreen() {
  return <ScreenSkeleton />;
}

import { ScreenSkeleton } from '../shell/screen.tsx';

export default function AddressScreen() {
  return <ScreenSkeleton />;
}

import { useRouter } from '../router/context.ts';
import { useMemo } from 'react';

/** Goes to an address of `paths.ts`; `replace` leaves no step back to the current one. */
export function useGo() {
  const router = useRouter();
  return useMemo(
    () => ({
      to: (path: string) => router.history.push(path),
      replace: (path: string) => router.history.replace(path),
      back: () => router.history.back(),
    }),
    [router],
  );
}

import { RouterProvider } from '@tanstack/react-router';
import type { CountryPack } from '../countries/country-pack.ts';
import type { AppRouter } from './app-router.ts';
import { CountryProvider } from './country.tsx';

/** The whole page. */
export function App({ pack, router }: { pack: CountryPack; router: AppRouter }) {
  return (
    <CountryProvider pack={pack}>
      <RouterProvider router={router} />
    </CountryProvider>
  );
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { CountryPack } from '../countries/country-pack.ts';
import type { AppRouter } from './app-router.ts';
import { CountryProvider } from './country.tsx';

/** The whole page. */
export function App({
  pack,
  queryClient,
  router,
}: {
  pack: CountryPack;
  queryClient: QueryClient;
  router: AppRouter;
}) {
  return (
    <CountryProvider pack={pack}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CountryProvider>
  );
}

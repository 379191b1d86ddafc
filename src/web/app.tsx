import type { CountryPack } from '../countries/country-pack.ts';
import type { AppRouter } from './routes/routes.tsx';
import { CountryProvider } from './country.tsx';
import { Boundary } from './router/boundary.tsx';
import { RouterContext } from './router/context.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { Shell } from './shell/shell.tsx';

/** The whole page. */
export function App({ pack, router }: { pack: CountryPack; router: AppRouter }) {
  return (
    <CountryProvider pack={pack}>
      <RouterContext value={router}>
        <Boundary place="" broken={ErrorPage}>
          <Shell />
        </Boundary>
      </RouterContext>
    </CountryProvider>
  );
}

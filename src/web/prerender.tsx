import { renderToString } from 'react-dom/server';
import { paths } from '../contract/paths.ts';
import { COUNTRIES, type CountryCode } from '../countries/countries.ts';
import { packOf } from '../countries/index.ts';
import { createAppRouter } from './routes/app-router.ts';
import { App } from './app.tsx';
import { fixedHistory } from './router/history.ts';
import { brandOf } from './settings.ts';
import { pageTitle } from './shell/page-title.ts';

interface Prerendered {
  readonly path: string;
  readonly countries: readonly CountryCode[];
  /** The modules that its route loads on demand: its HTML asks for them beforehand. */
  readonly modules: string[];
  /** The HTML is all there is to see, so its scripts begin after its first paint (src/web/boot.ts). */
  readonly isWhole: boolean;
}

const signup = [paths.signup(), paths.rappi(), paths.victorHogar(), paths.plataforma10()];

/**
 * The public first screens, whose HTML is made at build time so that their first paint waits for no script.
 * An offer's page waits for its figures in the same way whosever it is: `any` stands for its hash.
 */
export function routes(): Prerendered[] {
  return [
    ...signup.map((path) => ({
      path,
      countries: COUNTRIES,
      modules: ['signup/signup-screen.tsx'],
      isWhole: true,
    })),
    { path: paths.login(), countries: COUNTRIES, modules: ['login/login-screen.tsx'], isWhole: true },
    {
      path: paths.vendor('any'),
      countries: COUNTRIES,
      modules: ['routes/query-layout.tsx', 'offer/lead-offer-screen.tsx'],
      isWhole: false,
    },
  ];
}

/** HTML of a screen for what stands inside `#app`, and its title. No inline style or script is in it. */
export async function render(path: string, country: CountryCode): Promise<{ html: string; title: string }> {
  const router = createAppRouter(fixedHistory(path));
  await router.load();
  const html = renderToString(<App pack={packOf(country)} router={router} />);
  const title = pageTitle(router.state.get().shown?.route.title, brandOf({}));
  return { html, title };
}

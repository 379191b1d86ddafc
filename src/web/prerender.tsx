import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { CountryCode } from '../countries/country-pack.ts';
import { packOf } from '../countries/index.ts';
import { createAppRouter } from './app-router.ts';
import { App } from './app.tsx';
import { paths } from './paths.ts';
import { brandOf } from './settings.ts';
import { pageTitle } from './shell/page-title.ts';

/** The public first screens, whose HTML is made at build time so that their first paint waits for no script. */
export function routes(): { path: string; countries: CountryCode[] }[] {
  const first = [paths.signup(), paths.rappi(), paths.victorHogar(), paths.plataforma10(), paths.login()];
  return first.map((path) => ({ path, countries: ['AR', 'UY'] }));
}

/** HTML of a screen for what stands inside `#app`, and its title. No inline style or script is in it. */
export async function render(path: string, country: CountryCode): Promise<{ html: string; title: string }> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const html = renderToString(<App pack={packOf(country)} router={router} />);
  const title = pageTitle(router.state.matches.at(-1)?.staticData.title, brandOf({}));
  return { html, title };
}

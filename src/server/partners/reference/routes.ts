import { ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { referencePage } from './page.ts';
import { REFERENCE_STYLE } from './style.ts';

/** Page that partners read, for everybody: it holds nothing that a key protects. */
export function referenceRoutes(): Route[] {
  return [
    route('GET /desarrolladores', async ({ origin, country }) =>
      ok({ type: 'text/html; charset=utf-8', body: referencePage(origin.baseUrl, country) }),
    ),
    route('GET /desarrolladores/estilo.css', async () =>
      ok({ type: 'text/css; charset=utf-8', body: REFERENCE_STYLE }),
    ),
  ];
}

import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ListedPlace, PlacesRegister } from './port.ts';

interface GeorefSettings {
  readonly baseUrl: string;
  /** Rows per page, at most 5,000. */
  readonly pageSize?: number;
  /** Pause before a retry, milliseconds; doubled each time. */
  readonly pauseMs?: number;
}

const timeLimitMs = 30_000;
/** Limit of `inicio` plus `max`. */
const mostRows = 10_000;
const tries = 4;

const place = z.object({ id: z.string().regex(/^\d{2,14}$/), nombre: z.string().trim().min(1).max(200) });
const page = z.object({ cantidad: z.number(), inicio: z.number(), total: z.number() });
const refusal = z.object({
  errores: z.array(z.object({ mensaje: z.string(), nombre_parametro: z.string().optional() })).min(1),
});

type Resource = 'provincias' | 'localidades';

/** Georef, the place register of the Argentine state: GET with a query, JSON response, no key. */
export function georef({ baseUrl, pageSize = 1_000, pauseMs = 2_000 }: GeorefSettings): PlacesRegister {
  const root = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const ask = async (resource: Resource, query: Readonly<Record<string, string>>): Promise<unknown> => {
    const url = new URL(resource, root);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(url);
      if (answer.isFinal) return answer.body;
      if (attempt === tries) throw new Error(`Georef gives no answer: ${answer.why}`);
      await pause(pauseMs * 2 ** (attempt - 1));
    }
  };
  /** Reads all rows of a query, page by page; fails on any inconsistency. */
  const all = async (resource: Resource, query: Readonly<Record<string, string>>) => {
    const rows = new Map<string, ListedPlace>();
    for (let start = 0, total = Infinity; start < total;) {
      const max = Math.min(pageSize, mostRows - start);
      if (max <= 0) throw new Error(`Georef has more than ${mostRows} ${resource}`);
      const paging = { campos: 'id,nombre', orden: 'id', max: String(max), inicio: String(start) };
      const body = await ask(resource, { ...query, ...paging });
      const said = page.parse(body);
      const listed = z.array(place).parse(Reflect.get(Object(body), resource));
      const isFirst = total === Infinity;
      if (said.inicio !== start || said.cantidad !== listed.length || (!isFirst && said.total !== total))
        throw new Error(`Georef's pages of ${resource} do not fit together`);
      total = said.total;
      if (listed.length === 0 && start < total)
        throw new Error(`Georef's list of ${resource} ends before its end`);
      for (const { id, nombre } of listed) rows.set(id, { code: id, name: nombre });
      start += listed.length;
      if (rows.size !== start) throw new Error(`Georef lists ${resource} twice`);
    }
    return [...rows.values()];
  };
  return {
    provinces: () => all('provincias', {}),
    localities: (provinceCode) => all('localidades', { provincia: provinceCode }),
  };
}

type Once =
  | { readonly isFinal: true; readonly body: unknown }
  | { readonly isFinal: false; readonly why: string };

/** @throws if the register refuses the query, which a retry would not change */
async function once(url: URL): Promise<Once> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeLimitMs) });
    status = response.status;
    text = await response.text();
  } catch (error) {
    return { isFinal: false, why: error instanceof Error ? error.message : String(error) };
  }
  if (status === 429 || status >= 500) return { isFinal: false, why: `status ${status}` };
  const body = jsonOf(text);
  if (status === 200) return { isFinal: true, body };
  const said = refusal.safeParse(body);
  const why = said.success
    ? said.data.errores
        .map(({ nombre_parametro: name, mensaje }) => (name ? `${name}: ${mensaje}` : mensaje))
        .join('; ')
    : 'no reason given';
  throw new Error(`Georef refuses the question (${status}): ${why}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { EVENTS_OF, type PartnerEventType } from '../../../domain/outside-systems.ts';
import { contract, type CallKey } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { EVENT_NAMES, SCOPE_NAMES } from '../../../words/integrations.ts';
import { openApi } from '../../platform/http/openapi.ts';
import { ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { RETRY_SECONDS } from '../webhooks/service.ts';
import { quickStart, type Step } from './quick-start.ts';
import { REFERENCE_STYLE } from './style.ts';

/** Reference that a partner reads, from the contract of the partners' calls (docs/product/integrations.md#reference). */

const PARTNER_CALLS = (Object.keys(contract) as CallKey[]).filter(
  (key) => contract[key].access === 'partner',
);

/** Parts of the OpenAPI document that the page shows. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly maxLength?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly summary: string;
  readonly 'x-scope'?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
      }
    >
  >;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
/** A block that may be wider than a phone: it takes the keyboard so that it can be scrolled. */
const block = (text: string, label: string, kind = '') =>
  `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"${kind && ` class="${kind}"`}><code>${escapeHtml(text)}</code></pre>`;

/** @param site address of the host that serves the page */
function referencePage(site: string, country: CountryCode): string {
  const name = packOf(country).country;
  const { paths } = openApi(PARTNER_CALLS) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const operations = PARTNER_CALLS.flatMap((key) => {
    const [method = '', path = ''] = key.split(' ');
    const operation = paths[path]?.[method.toLowerCase()];
    return operation ? [{ key, operation }] : [];
  });
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API para socios · ${escapeHtml(name)}</title>
<link rel="stylesheet" href="/desarrolladores/estilo.css">
</head>
<body>
<main>
<h1>API para socios de ${escapeHtml(name)}</h1>
<p>Mandá personas y seguí en qué están, desde tu sistema. Todas las llamadas van a ${code(`${site}/partners-api/v1`)}, con tu clave en ${code('Authorization: Bearer cuota_…')}, y contestan JSON.</p>
<nav aria-label="Contenido"><ul>
<li><a href="#empezar">Empezar en cinco minutos</a></li>
<li><a href="#llamadas">Llamadas</a><ul>${operations.map(({ key }) => `<li><a href="#${idOf(key)}">${escapeHtml(key)}</a></li>`).join('')}</ul></li>
<li><a href="#errores">Errores y límites</a></li>
<li><a href="#avisos">Avisos y webhooks</a></li>
<li><a href="/api/openapi.json">Contrato OpenAPI</a></li>
</ul></nav>
<section aria-labelledby="empezar">
<h2 id="empezar">Empezar en cinco minutos</h2>
<p>Con una terminal y ${code('curl')}. Copiá cada bloque en la misma terminal, en orden.</p>
${quickStart(site, country).map(step).join('\n')}
</section>
<section aria-labelledby="llamadas">
<h2 id="llamadas">Llamadas</h2>
${operations.map(({ key, operation }) => call(key, operation)).join('\n')}
</section>
${failures()}
${events()}
</main>
</body>
</html>
`;
}

const idOf = (key: CallKey) =>
  key
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');

const step = ({ title, text, commands, answer }: Step, index: number) =>
  `<h3>${index + 1}. ${escapeHtml(title)}</h3>
<p>${escapeHtml(text)}</p>
${block(commands, `Comandos: ${title}`, 'run')}
${answer === undefined ? '' : `<p class="minor">Contesta:</p>\n${block(answer, `Respuesta: ${title}`)}`}`;

function call(key: CallKey, operation: Operation): string {
  const scope = operation['x-scope'];
  const body = operation.requestBody?.content['application/json']?.schema;
  const answer = operation.responses['200']?.content?.['application/json']?.schema;
  const parameters = operation.parameters.filter(({ name }) => name !== 'X-Application-Token');
  return `<h3 id="${idOf(key)}">${code(key)}</h3>
<p lang="en">${escapeHtml(operation.summary)}.</p>
<p>${scope === 'any' ? 'Con cualquier clave.' : `Permiso: ${code(scope ?? '')}.`}</p>
${parameters.length > 0 ? table('Parámetros', parameters.map(parameterRow)) : ''}
${body ? table('Cuerpo', memberRows(body)) : ''}
${answer ? table('Respuesta', memberRows(answer)) : ''}`;
}

type Row = readonly [name: string, type: string, meaning: string];

const table = (caption: string, rows: readonly Row[]) =>
  `<table><caption class="minor">${caption}</caption><thead><tr><th scope="col">Campo</th><th scope="col">Tipo</th><th scope="col">Qué es</th></tr></thead><tbody>${rows
    .map(
      ([name, type, meaning]) =>
        `<tr><th scope="row">${code(name)}</th><td>${escapeHtml(type)}</td><td lang="en">${escapeHtml(meaning)}</td></tr>`,
    )
    .join('')}</tbody></table>`;

const parameterRow = ({ name, in: place, required, description = '', schema }: Parameter): Row => [
  name,
  `${typeOf(schema)}, ${place === 'header' ? 'encabezado' : place === 'path' ? 'en la dirección' : 'consulta'}${required ? ', obligatorio' : ''}`,
  description || (schema.description ?? ''),
];

/** Members of an object, those of lists with their path. */
function memberRows(schema: Schema, prefix = ''): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]): Row[] => {
    const path = `${prefix}${name}`;
    const own: Row = [path, typeOf(member), member.description ?? ''];
    return [own, ...(member.items?.properties ? memberRows(member.items, `${path}[].`) : [])];
  });
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.items) return `lista de ${typeOf(schema.items)}`;
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' o ');
  const names: Readonly<Record<string, string>> = {
    string: 'texto',
    number: 'número',
    integer: 'número entero',
    boolean: 'sí o no',
    object: 'objeto',
    null: 'vacío',
  };
  return names[schema.type ?? ''] ?? 'valor';
}

function failures(): string {
  return `<section aria-labelledby="errores">
<h2 id="errores">Errores y límites</h2>
<p>Un error tiene ${code('status: "error"')}, un ${code('code')} fijo para tu programa, un ${code('message')} en castellano y, si es de un campo, ${code('fields')}.</p>
<table><caption class="minor">Errores</caption><thead><tr><th scope="col">Estado</th><th scope="col">Código</th><th scope="col">Qué hacer</th></tr></thead><tbody>
<tr><th scope="row">401</th><td>${code('api_key')}</td><td>La clave no existe, venció, fue revocada o es de otro país. Pedí otra.</td></tr>
<tr><th scope="row">403</th><td>${code('api_scope')}</td><td>La clave no tiene ese permiso.</td></tr>
<tr><th scope="row">404</th><td>${code('not_found')}</td><td>No existe o no es tuyo.</td></tr>
<tr><th scope="row">409</th><td>${code('key_in_flight')}</td><td>El mismo pedido está en curso: repetilo en unos segundos.</td></tr>
<tr><th scope="row">410</th><td>${code('feed_after')}</td><td>Ese aviso es muy viejo: empezá sin ${code('after')}.</td></tr>
<tr><th scope="row">422</th><td>${code('invalid')}, ${code('key_reused')}</td><td>Corregí los campos; una Idempotency-Key es de un solo pedido.</td></tr>
<tr><th scope="row">429</th><td>${code('too_many')}</td><td>Esperá los segundos de ${code('Retry-After')}.</td></tr>
<tr><th scope="row">503</th><td>${code('unavailable')}</td><td>Repetí con la misma Idempotency-Key, cada vez más espaciado.</td></tr>
</tbody></table>
<p>Permisos: ${Object.entries(SCOPE_NAMES)
    .map(([scope, name]) => `${code(scope)} (${escapeHtml(name.toLowerCase())})`)
    .join(', ')}.</p>
</section>`;
}

function events(): string {
  const rowsOf = (types: readonly PartnerEventType[], to: string) =>
    types
      .map(
        (type) =>
          `<tr><th scope="row">${code(type)}</th><td>${escapeHtml(EVENT_NAMES[type])}</td><td>${to}</td></tr>`,
      )
      .join('');
  const hours = Math.floor(RETRY_SECONDS.reduce((sum, each) => sum + each, 0) / 3_600);
  return `<section aria-labelledby="avisos">
<h2 id="avisos">Avisos y webhooks</h2>
<p>Un aviso dice qué cambió, nunca datos de una persona: ${code('{"type":"lead.changed","id":"…","version":2,"timestamp":"…"}')}. ${code('version')} crece de a uno por ${code('id')}: si ya tenés una mayor, descartalo. Después preguntá el estado con la API.</p>
<table><caption class="minor">Tipos</caption><thead><tr><th scope="col">Tipo</th><th scope="col">Qué pasó</th><th scope="col">Quién lo recibe</th></tr></thead><tbody>${rowsOf(EVENTS_OF.partner, 'Socios')}${rowsOf(EVENTS_OF.own, 'Sistemas propios')}</tbody></table>
<p>Los webhooks siguen <a href="https://www.standardwebhooks.com">Standard Webhooks</a> 1.0.0. La financiera carga tu dirección https y te da el secreto. Contestá 2xx en menos de 15 segundos, antes de procesar; una redirección es un error y 410 apaga el webhook. Un aviso se intenta ${RETRY_SECONDS.length + 1} veces en ${hours} horas, siempre con el mismo ${code('webhook-id')}; puede llegar repetido o desordenado. Tres días seguidos de errores apagan el webhook: lo que pasó mientras tanto se lee con ${code('GET /partners-api/v1/events')} durante 90 días. Cuando se cambia el secreto, durante 24 horas hay dos firmas en ${code('webhook-signature')}, separadas por un espacio.</p>
</section>`;
}

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

import type { StandInPerson, WornCode } from '../integrations/staff-login/sandbox.ts';

/** Outcomes of a sign-in on the sandbox's page. */
export interface Way {
  readonly name: string;
  readonly title: string;
  /** Overrides of the token's claims. */
  readonly claims?: Partial<StandInPerson>;
  readonly worn?: WornCode;
}

export const WAYS: readonly Way[] = [
  { name: 'ok', title: 'Ingresar' },
  { name: 'refused', title: 'No dejarla pasar' },
  { name: 'nonce', title: 'Con otro nonce', claims: { nonce: 'otro' } },
  { name: 'audience', title: 'Con el token de otra aplicación', claims: { aud: 'otra-aplicacion' } },
  { name: 'unverified', title: 'Con el mail sin verificar', claims: { email_verified: false } },
  { name: 'expired', title: 'Con un código vencido', worn: 'expired' },
  { name: 'used', title: 'Con un código ya usado', worn: 'used' },
];

/**
 * Sign-in page of the provider. It uses links only, because the content policy forbids forms that lead to
 * another host.
 */
export function signInPage(people: readonly StandInPerson[], asked: URLSearchParams): string {
  const typed = asked.get('email') ?? '';
  return html(
    'Hace de la cuenta de la empresa. Elegí quién ingresa y cómo termina.',
    `
    <form class="wide" action="auth" method="get">
      ${[...asked]
        .filter(([name]) => name !== 'email')
        .map(hidden)
        .join('\n      ')}
      <label>Otra persona, por su mail <input type="email" name="email" required value="${escaped(typed)}" /></label>
      <button type="submit">Mostrar</button>
    </form>
    ${people.map((person) => sectionOf(person, asked)).join('\n    ')}`,
  );
}

export const noteOf = (words: string): string => html(words, '');

function sectionOf({ sub, name = '', email, groups = [] }: StandInPerson, asked: URLSearchParams): string {
  const links = WAYS.map((way) => {
    const query = new URLSearchParams([...asked, ['person', sub], ['way', way.name]]);
    return `<li><a href="answer?${escaped(query.toString())}">${escaped(way.title)}</a></li>`;
  });
  const about = groups.length === 0 ? email : `${email}, grupo ${groups.join(', ')}`;
  return `<section aria-label="${escaped(name)}"><h2>${escaped(name)}</h2><p>${escaped(about)}</p><ul>${links.join('')}</ul></section>`;
}

const hidden = ([name, value]: readonly [string, string]) =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}" />`;

const html = (words: string, main: string): string => `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Proveedor de identidad de prueba</title>
    <link rel="stylesheet" href="/sandbox/assets/sandbox.css" />
  </head>
  <body>
    <header>
      <h1>Proveedor de identidad de prueba</h1>
      <p>${escaped(words)}</p>
    </header>
    <main>${main}
    </main>
  </body>
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

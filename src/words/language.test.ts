import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Sentences quoted by docs/product, which stay as they are. */
const QUOTED = [
  'Debes aceptar los términos del sitio para continuar',
  'El correo y/o DNI ya se encuentran registrados.',
  'Te vamos contactar por celular o correo electrónico.',
];

/** Rejected forms and second words for a thing, with the correct one. */
const REFUSED: readonly (readonly [form: RegExp, instead: string])[] = [
  [/(?<!por sí )\bsol[oa]s\b/, 'automáticamente'],
  [/\bsolo cuando lo\b|\bse (?:acredita|debita|paga|completa) solo\b/, 'automáticamente'],
  [/\b(?:Debes|Puedes|Tienes|Quieres|debes|puedes|tienes|quieres)\b/, 'voseo'],
  [/\b[Pp]aga en\b|\b[Ee]ntra a tu\b/, 'an infinitive or voseo'],
  [/\b[Uu]sted\b/, 'voseo'],
  [/¿Estás segur[oa]/, 'the question itself'],
  [/que invites y (?!que\b|a la que\b)/, '"que invites y que"'],
  [/\bRed Pagos\b|\bRed[Pp]agos\b/, 'Red pagos'],
  [/\b[Cc]orreo\b(?! no deseado| Uruguayo|-uruguayo|\.com)/, 'mail'],
  [/\b[Pp]unitori|\b[Mm]oratori/, 'intereses por mora'],
  [/'CFT'/, 'CFTNA or CFTEA'],
];

const root = new URL('../', import.meta.url);

/** Sources with user-facing texts, without tests and test tools. */
const files = ['countries', 'contract', 'web', 'console', 'words', 'server'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(?:^|\/)testing\/|test-program/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** Source text without comments and quoted sentences. */
function textsOf(file: string): string {
  const source = readFileSync(new URL(file, root), 'utf8');
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return QUOTED.reduce((rest, sentence) => rest.replaceAll(sentence, ''), code);
}

describe('Spanish texts', () => {
  test.each(REFUSED)('have no %s', (form) => {
    const found = files.filter((file) => form.test(textsOf(file)));
    expect(found).toEqual([]);
  });

  test('are read from every part of the product', () => {
    expect(files.length).toBeGreaterThan(1000);
    for (const sentence of QUOTED)
      expect(files.some((file) => readFileSync(new URL(file, root), 'utf8').includes(sentence))).toBe(true);
  });
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const module = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'names-country.mjs');

/** The lines of these that the check of the sources refuses. */
function refused(lines: readonly string[]): unknown {
  const program = `
    const { namesCountry } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(${JSON.stringify(lines)}.filter(namesCountry(['AR', 'UY']))));`;
  return JSON.parse(
    spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).stdout,
  );
}

test('a country is found however it is named', () => {
  const lines = [
    "if (country === 'AR') return;",
    'const countries = ["AR", "UY"];',
    "for (const country of ['AR', 'UY'] as const) {",
    'const code = `UY`;',
    'const phones = { AR: 1, UY: 2 };',
    '  UY: noBureau(),',
    'config.PUBLIC_URL_AR',
    'type Names = { readonly AR?: string };',
  ];
  expect(refused(lines)).toEqual(lines);
});

test('what only looks like one is not', () => {
  expect(
    refused([
      '/** e.g. `password:account:AR:ana@example.com` */',
      "const locale = 'es-AR';",
      "currency === 'ARS'",
      'const BARCODE = 1;',
      'const SUMMARY: string = text;',
    ]),
  ).toEqual([]);
});

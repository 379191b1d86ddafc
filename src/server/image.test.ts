import { execFile, spawn } from 'node:child_process';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from './testing/bare-environment.ts';
import { lenderSettings } from './testing/lender.ts';
import { newFolder } from './testing/new-folder.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

/** The sources as the image of production has them: its own script, on a copy. */

const root = join(import.meta.dirname, '..', '..');
let product: TestProduct;
let image = '';

beforeAll(async () => {
  product = await startProduct();
  image = newFolder();
  await cp(join(root, 'src'), join(image, 'src'), { recursive: true });
  await cp(join(root, 'package.json'), join(image, 'package.json'));
  await symlink(join(root, 'node_modules'), join(image, 'node_modules'));
  await promisify(execFile)(process.execPath, [
    join(root, 'scripts', 'image-sources.mjs'),
    join(image, 'src'),
  ]);
});
afterAll(async () => {
  await product.close();
});

const production = () => ({
  ...bareEnvironment,
  NODE_ENV: 'production',
  DATABASE_URL: product.databaseUrl,
  DATA_DIR: join(image, 'data'),
  APP_SECRET: product.deps.config.APP_SECRET,
  PUBLIC_URL_AR: 'https://cuota.example',
  PUBLIC_URL_UY: 'https://cuota.example.uy',
  ...lenderSettings,
  SMTP_URL: 'smtps://mail.example',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+541100000000',
  PORT: '0',
  DAILY_EVERY_SECONDS: '0',
});

/** Starts a program of the image. @returns what it has said once it ends, or has said `until`, and is stopped */
function run(program: string, env: NodeJS.ProcessEnv, until?: string): Promise<string> {
  const child = spawn(process.execPath, [join(image, 'src', 'server', program)], { env, cwd: image });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (until !== undefined && said.includes(until)) child.kill('SIGTERM');
    });
  return new Promise((resolve) => child.on('close', () => resolve(said)));
}

/** Every program and module that is left, with what it names as another one; types are gone when it runs. */
async function brokenImports(): Promise<string[]> {
  const names = await readdir(join(image, 'src'), { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(image, 'src', name));
  const broken = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8');
      const imports = text.matchAll(/^(?:import|export)\b(?! type\b)[^'"`;]*?\bfrom '(\.[^']+)'/gm);
      return Array.from(imports, ([, name = '']) => name)
        .filter((name) => !existsSync(join(dirname(file), name)))
        .map((name) => `${file}: ${name}`);
    }),
  );
  return broken.flat();
}

test('the image of production has no stand-in, no sandbox, no demo customers and no tests', async () => {
  const names = await readdir(join(image, 'src', 'server'), { recursive: true });
  const isLeft = (name: string) => /sandbox|demo|\.test\.|testing/.test(name);
  // Production keeps these to detect and remove demo data.
  const refused = ['demo-customers.ts', 'demo-emails.ts', 'remove-demo.ts'];
  expect(names.filter(isLeft).filter((name) => !refused.some((each) => name.endsWith(each)))).toEqual([]);
  expect(await brokenImports()).toEqual([]);
});

test('it serves without them', async () => {
  const said = await run('start.ts', { ...production(), SANDBOX: 'off' }, '"ready"');
  expect(said).toContain('"ready"');
  expect(said).toContain('"stopped"');
});

test.each(['start.ts', 'migrate.ts'])('%s with SANDBOX=on is refused with one sentence', async (program) => {
  const said = await run(program, { ...production(), SANDBOX: 'on' });
  expect(said).toMatch(/^The setting SANDBOX is wrong: this image is for production.*target demo.*\n$/);
});

test('the Dockerfile makes both images by that script, the one of production unless told otherwise', async () => {
  const file = await readFile(join(root, 'Dockerfile'), 'utf8');
  expect(file).toContain('node scripts/image-sources.mjs src\n');
  expect(file).toContain('node scripts/image-sources.mjs /demo/src demo');
  expect(file.match(/^FROM .* AS (\w+)$/gm)?.at(-1)).toBe('FROM run AS production');
});

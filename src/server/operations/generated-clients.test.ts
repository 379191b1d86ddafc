import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../../countries/index.ts';
import { consoleUrl, signInAs } from '../staff/testing/console.ts';
import { goodDocument, phoneOf } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { sendRequest } from '../testing/send-request.ts';

/** The contract of every host, checked by a public linter and two public client generators. */

const root = join(import.meta.dirname, '..', '..', '..');
const packages = join(root, 'node_modules');
const run = promisify(execFile);

/** Hosts that publish a contract, by folder name. */
const hosts = { ar: 'ar.localhost', uy: 'uy.localhost', staff: new URL(consoleUrl).host } as const;
type HostName = keyof typeof hosts;
const names = Object.keys(hosts) as HostName[];

const generators: Record<string, (document: string, folder: string) => readonly string[]> = {
  oazapfts: (document, folder) => ['oazapfts/dist/cli.js', document, join(folder, 'client.ts')],
  'swagger-typescript-api': (document, folder) => [
    'swagger-typescript-api/dist/cli.mjs',
    'generate',
    '--silent',
    '--path',
    document,
    '--output',
    folder,
    '--name',
    'client.ts',
  ],
};

/** Sample client code, compiled against the generated types. */
const uses: Record<string, Record<'borrower' | 'staff', string>> = {
  oazapfts: {
    borrower: `
      import { ok } from '@oazapfts/runtime';
      import { createLead, defaults, listBanks } from './client.ts';
      export async function use(send: typeof fetch, lead: Parameters<typeof createLead>[0]) {
        Object.assign(defaults, { baseUrl: 'http://host', fetch: send });
        const [banks, refused] = [await ok(listBanks()), await createLead({ ...lead, email_address: 'x' })];
        const { model } = await ok(createLead(lead));
        const document: string = model.document_number;
        return { banks: Object.keys(banks.model).length, document, refused: refused.status };
      }`,
    staff: `
      import { ok } from '@oazapfts/runtime';
      import { defaults, staffGetMe, staffPostViews } from './client.ts';
      export async function use(send: typeof fetch, key: string) {
        Object.assign(defaults, { baseUrl: 'http://host', fetch: send });
        const { result } = await ok(staffGetMe());
        const refused = await staffPostViews(key, { list: '/tickets', name: '', filters: {} });
        const roles: readonly string[] = result.roles;
        return { roles, refused: refused.status };
      }`,
  },
  'swagger-typescript-api': {
    borrower: `
      import { Api } from './client.ts';
      export async function use(customFetch: typeof fetch, lead: Parameters<Api<unknown>['vendorsApi']['createLead']>[0]) {
        const { api, vendorsApi } = new Api({ baseUrl: 'http://host', customFetch });
        const { data: banks } = await api.listBanks();
        const refused: Response = await vendorsApi.createLead({ ...lead, email_address: 'x' }).catch((answer) => answer);
        const document: string = (await vendorsApi.createLead(lead)).data.model.document_number;
        return { banks: Object.keys(banks.model).length, document, refused: refused.status };
      }`,
    staff: `
      import { Api } from './client.ts';
      export async function use(customFetch: typeof fetch, key: string) {
        const { api } = new Api({ baseUrl: 'http://host', customFetch });
        const { data } = await api.staffGetMe();
        const headers = { 'Idempotency-Key': key };
        const refused: Response = await api
          .staffPostViews({ list: '/tickets', name: '', filters: {} }, { headers })
          .catch((answer) => answer);
        const roles: readonly string[] = data.result.roles;
        return { roles, refused: refused.status };
      }`,
  },
};

let product: TestProduct;
/** Inside the project, so that generated code resolves its runtime package. */
let folder: string;
let compiled: string;
const documents = new Map<HostName, string>();

/** Routes requests of a generated client to a host of the product. */
const sendTo =
  (name: HostName, more: Readonly<Record<string, string>> = {}): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'GET' ? undefined : Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), ...more, host: hosts[name] };
    const path = pathname + search;
    const answer = await sendRequest({ port: product.port, path, method: request.method, headers }, body);
    return new Response(answer.bytes?.toString('utf8') ?? '', {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    });
  };

/** @returns compiler errors */
async function compile(): Promise<string> {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    rewriteRelativeImportExtensions: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: [],
    rootDir: '.',
    outDir: 'built',
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const compiling = run(process.execPath, [join(packages, 'typescript/bin/tsc'), '--project', folder]);
  const { stdout } = await compiling.catch((failed: { stdout: string }) => failed);
  return stdout;
}

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache', 'clients-'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const name of names) {
    const answer = await sendTo(name)('http://host/api/openapi.json');
    documents.set(name, await answer.text());
  }
  for (const [generator, argumentsOf] of Object.entries(generators))
    for (const name of names) {
      const own = join(folder, generator, name);
      await mkdir(own, { recursive: true });
      await writeFile(join(own, 'openapi.json'), documents.get(name) ?? '');
      const [program = '', ...others] = argumentsOf(join(own, 'openapi.json'), own);
      await run(process.execPath, [join(packages, program), ...others]);
      const code = uses[generator]?.[name === 'staff' ? 'staff' : 'borrower'] ?? '';
      await writeFile(join(own, 'use.ts'), code);
    }
  compiled = await compile();
}, 120_000);
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

/** The contract has no license, and test hosts are local. */
const rules = { 'info-license': 'off', 'no-server-example.com': 'off' } as const;

test.each(names)('a linter finds nothing in the contract of %s', async (name) => {
  const config = await createConfig({ extends: ['recommended'], rules });
  const source = documents.get(name) ?? '';
  const found = await lintFromString({ source, absoluteRef: join(folder, `${name}.json`), config });
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

describe('generated clients', () => {
  test('compile, strictly, with the code that calls them', () => {
    expect(compiled).toBe('');
  });

  const made = Object.keys(generators);
  test.each(made.flatMap((generator) => (['ar', 'uy'] as const).map((name) => [generator, name] as const)))(
    '%s: a borrower of %s is served',
    async (generator, name) => {
      const { use } = await import(pathToFileURL(join(folder, 'built', generator, name, 'use.js')).href);
      const country = name === 'ar' ? 'AR' : 'UY';
      const documentNumber = goodDocument(country);
      const lead = {
        first_name: 'Ana',
        last_name: 'Pérez',
        email_address: `${generator}-${name}@example.com`,
        document_number: documentNumber,
        birthdate: '1990-05-17',
        country_id: 858,
        phone: phoneOf(country, documentNumber),
        whatsapp_tc: true,
        ...(packOf(country).asksBankAtSignup ? { bank_code: '011' } : {}),
      };
      const answer = await use(sendTo(name), lead);
      expect(answer).toEqual({ banks: expect.any(Number), document: documentNumber, refused: 422 });
      expect(answer.banks).toBeGreaterThan(5);
    },
  );

  test.each(made)('%s: an employee is served', async (generator) => {
    const { cookie } = await signInAs(product, 'agent');
    const { use } = await import(pathToFileURL(join(folder, 'built', generator, 'staff', 'use.js')).href);
    const send = sendTo('staff', { cookie, origin: consoleUrl });
    expect(await use(send, `${generator}-1`)).toEqual({ roles: ['agent'], refused: 422 });
  });
});

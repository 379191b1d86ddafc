import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { STRONG_TLS } from '../platform/tls/strong-tls.ts';

/** The proxies of deploy/ against the sites, and the TLS, of the product. */

const root = join(import.meta.dirname, '..', '..', '..');
const textOf = (path: string) => readFile(join(root, path), 'utf8');
/** What `${NAME:-default}` becomes where nothing is said. */
const withDefaults = (text: string) => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

interface ComposeFile {
  readonly services: Readonly<Record<string, { readonly environment: Readonly<Record<string, string>> }>>;
}

interface Ingress {
  readonly kind: string;
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  readonly spec: { readonly rules: readonly { readonly host: string }[] };
}

describe('the proxies', async () => {
  const compose = parse(withDefaults(await textOf('deploy/compose/compose.yaml')), {
    merge: true,
  }) as ComposeFile;
  const settings = parse(await textOf('deploy/kubernetes/settings.yaml')) as {
    readonly data?: Readonly<Record<string, string>>;
  };
  const caddy = (await textOf('deploy/compose/Caddyfile')).replaceAll(/\{\$\w+:([^}]*)\}/g, '$1');
  const ingress = parseAllDocuments(await textOf('deploy/kubernetes/network.yaml'))
    .map((each) => each.toJS() as Ingress)
    .find(({ kind }) => kind === 'Ingress')!;
  const annotation = (name: string) => ingress.metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
  const hostsOf = (values: Readonly<Record<string, string>>) =>
    ['PUBLIC_URL_AR', 'PUBLIC_URL_UY', 'CONSOLE_URL'].map((name) => new URL(values[name] ?? '').host);

  test('serve every site that the settings name, the console too', () => {
    const sites = caddy
      .match(/^\S+\.localhost(?:, \S+)* \{$/gm)!
      .map((line) => line.slice(0, -2).split(', '));
    const hosts = hostsOf(compose.services['api']!.environment);
    expect(sites).toEqual([hosts, hosts.map((host) => `http://${host}`)]);
    expect(ingress.spec.rules.map(({ host }) => host)).toEqual(hostsOf(settings.data ?? {}));
  });

  test('have public certificates, versions and ciphers of the policy', () => {
    expect(caddy).not.toContain('local_certs');
    expect(ingress.metadata.annotations['cert-manager.io/issuer']).toBe('public');
    expect(caddy).toMatch(/protocols tls1\.2 tls1\.3$/m);
    const known = STRONG_TLS.ciphers.split(':').filter((name) => !name.startsWith('TLS_'));
    expect(annotation('ssl-ciphers')).toBe(known.join(':'));
    // Go's names end with the digest of ChaCha20 too.
    const ofGo = known.map((name) =>
      `TLS_${name
        .replaceAll('-', '_')
        .replace('SA_', 'SA_WITH_')
        .replace(/AES(\d+)/, 'AES_$1')}`.replace(/1305$/, '1305_SHA256'),
    );
    expect(/^\s+ciphers (.*)$/m.exec(caddy)?.[1]?.split(' ')).toEqual(ofGo);
  });

  test('speak HTTPS with the processes, whose certificate they check, and leave plain HTTP to them', () => {
    expect(caddy).toMatch(/transport http \{\n\t+tls\n\t+tls_server_name api\n\t+tls_trusted_ca_certs /);
    expect(caddy).toContain('auto_https disable_redirects');
    expect(annotation('backend-protocol')).toBe('HTTPS');
    expect(annotation('proxy-ssl-verify')).toBe('on');
    expect(annotation('proxy-ssl-name')).toBe('cuota.cuota.svc');
    expect(annotation('ssl-redirect')).toBe('false');
  });
});

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../platform/config.ts';
import { settingNames } from '../platform/settings.ts';
import { lenderSettings } from '../testing/lender.ts';
import { newFolder } from '../testing/new-folder.ts';

/** The files of deploy/ against what the product has: settings, figures, ports, addresses. */

const root = join(import.meta.dirname, '..', '..', '..');
const textOf = (path: string) => readFile(join(root, path), 'utf8');

/** Names of settings that have been misspelt or no longer exist. */
const unknown = (names: readonly string[]) =>
  names.filter((name) => !settingNames.includes(name.replace(/_FILE$/, '')) && name !== ofNode);
/** Node's own: whose certificates are trusted beside the public ones. */
const ofNode = 'NODE_EXTRA_CA_CERTS';

/** What `${NAME:-default}` becomes where nothing is said. */
const withDefaults = (text: string) => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

/** What a deployment adds as secrets of its own, for production without the sandbox. */
const secrets = {
  ...lenderSettings,
  APP_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  DATABASE_URL: 'postgres://cuota_app:x@db/cuota?sslmode=verify-full',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtps://mail',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+541100000000',
};
const DATA_DIR = newFolder();

/** Settings as the process would see them: secrets that come as files are given as they are. */
function configOf(environment: Readonly<Record<string, string>>) {
  const plain = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
  return parseConfig({ NODE_ENV: 'production', ...secrets, ...Object.fromEntries(plain), DATA_DIR });
}

/** The parts of the files that are looked at. */
interface ComposeFile {
  readonly secrets: Readonly<Record<string, object>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment: Readonly<Record<string, string>>;
        readonly image: string;
        readonly build: { readonly target: string };
        readonly networks: readonly string[];
        readonly user: string;
        readonly read_only: boolean;
        readonly cap_drop: readonly string[];
        readonly secrets: readonly (string | { readonly source: string })[];
        readonly deploy?: { readonly replicas: number };
        readonly depends_on: Readonly<Record<string, { readonly condition: string }>>;
      }
    >
  >;
}

interface Probe {
  readonly httpGet: object;
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly securityContext: object;
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly env?: readonly { readonly name: string; readonly value?: string }[];
          readonly ports: readonly object[];
          readonly securityContext: object;
          readonly readinessProbe?: Probe;
          readonly livenessProbe?: Probe;
        }[];
      };
    };
  };
}

describe('the compose file', async () => {
  const file = parse(withDefaults(await textOf('deploy/compose/compose.yaml')), {
    merge: true,
  }) as ComposeFile;
  const serviceOf = (name: string) => file.services[name]!;

  test.each(['migrate', 'api', 'worker'])(
    '%s has settings that the product takes, and may change nothing',
    (name) => {
      const { environment, user, read_only, cap_drop, image, build, secrets: mounted } = serviceOf(name);
      expect(unknown(Object.keys(environment))).toEqual([]);
      const config = configOf({ ...environment, SANDBOX: 'off', OPERATIONS_PORT: '9090' });
      expect(config.ROLE).toBe(name === 'migrate' ? 'all' : name);
      expect([user, read_only, cap_drop]).toEqual(['10001:10001', true, ['ALL']]);
      const paths = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      const named = paths.map((path) => path.replace('/run/secrets/', ''));
      const ofRoles = name === 'migrate' ? ['app', 'owner'] : ['app'];
      expect(new Set(mounted)).toEqual(
        new Set([...named, ...ofRoles.flatMap((role) => [`${role}-certificate`, `${role}-key`])]),
      );
      // The image of production refuses stand-ins.
      expect([environment['SANDBOX'], image, build.target]).toEqual(['on', 'cuota:demo', 'demo']);
    },
  );

  test('two APIs and two workers come after the migrations, which alone are the owner', () => {
    for (const name of ['api', 'worker']) {
      expect(serviceOf(name).deploy?.replicas).toBe(2);
      expect(serviceOf(name).depends_on['migrate']?.condition).toBe('service_completed_successfully');
      expect(serviceOf(name).secrets).not.toContain('database-owner-url');
    }
    expect(serviceOf('migrate').secrets).toContain('database-owner-url');
  });

  test('every secret that a service mounts is made', async () => {
    const made = await textOf('deploy/compose/secrets.sh');
    for (const name of Object.keys(file.secrets))
      expect(made, name).toMatch(new RegExp(`\\b${name.replace(/-(?:certificate|key)$/, '')}\\b`));
  });

  test('the database and the store reach nothing, and let roles in by certificates over TLS only', async () => {
    expect(file.networks['data']).toEqual({ internal: true });
    for (const name of ['database', 'store', 'bucket', 'migrate'])
      expect(serviceOf(name).networks).toEqual(['data']);
    const rules = (await textOf('deploy/compose/pg_hba.conf')).match(/^[a-z].*$/gm)!;
    expect(rules.map((rule) => rule.split(/\s+/))).toEqual([
      ['local', 'all', 'postgres', 'trust'],
      ['hostssl', 'cuota', 'cuota_app,cuota_owner', 'all', 'cert'],
    ]);
    const made = await textOf('deploy/compose/secrets.sh');
    expect(made).toContain('sslmode=verify-full&sslrootcert=/run/secrets/authority');
  });

  test('lines of every process that serves are sent on by TLS, checked', async () => {
    const sent = parse(await textOf('deploy/compose/logs.yaml'), { merge: true }) as ComposeFile;
    expect(Object.keys(sent.services)).toEqual(expect.arrayContaining(['migrate', 'api', 'worker', 'proxy']));
    for (const folder of ['compose', 'kubernetes']) {
      const collector = await textOf(`deploy/${folder}/logs/fluent-bit.conf`);
      for (const option of ['tls', 'tls.verify', 'tls.verify_hostname'])
        expect(collector).toMatch(new RegExp(`^    ${option.replace('.', '\\.')} +on$`, 'm'));
      expect(collector).toMatch(/^ {4}format +json_lines$/m);
    }
  });
});

describe('the manifests of Kubernetes', async () => {
  const names = (await readdir(join(root, 'deploy/kubernetes'))).filter(
    (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
  );
  const texts = await Promise.all(names.map((name) => textOf(`deploy/kubernetes/${name}`)));
  const objects = texts.flatMap((text) => parseAllDocuments(text).map((each) => each.toJS() as Manifest));
  const settings = objects.find(({ kind }) => kind === 'ConfigMap')?.data;
  const pods = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

  test('all of them are applied', async () => {
    const { resources } = parse(await textOf('deploy/kubernetes/kustomization.yaml'));
    expect(resources.toSorted()).toEqual(names.toSorted());
    expect(pods.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'cuota-api',
      'cuota-migrate',
      'cuota-worker',
    ]);
  });

  test.each(pods.map((pod) => [pod.metadata.name, pod] as const))(
    '%s runs with what the product takes',
    (_name, pod) => {
      const { containers, securityContext, terminationGracePeriodSeconds } = pod.spec.template.spec;
      const container = containers[0]!;
      const env = Object.fromEntries(
        (container.env ?? []).map((each) => [each.name, each.value ?? secrets.DATABASE_URL]),
      );
      const environment = { ...settings, OPERATIONS_PORT: '9090', ...env };
      expect(unknown(Object.keys(environment))).toEqual([]);
      const config = configOf(environment);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      if (pod.kind === 'Job') return;
      // A stop takes 30 s at most after draining.
      expect(terminationGracePeriodSeconds).toBeGreaterThan(30 + config.DRAIN_SECONDS);
      const { readinessProbe, livenessProbe } = container;
      expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'operations', scheme: 'HTTPS' });
      expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'operations', scheme: 'HTTPS' });
      // Out of the balancer before the listener closes.
      const { periodSeconds, failureThreshold } = readinessProbe!;
      expect(config.DRAIN_SECONDS).toBeGreaterThan(periodSeconds * failureThreshold);
    },
  );

  test('nobody is reached who is not named: in the cluster the database, outside TLS and mail', async () => {
    const policy = objects.find(({ kind }) => kind === 'NetworkPolicy') as unknown as {
      readonly spec: {
        readonly policyTypes: readonly string[];
        readonly egress: readonly { readonly ports: readonly { readonly port: number }[] }[];
      };
    };
    expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    const ports = policy.spec.egress.map((rule) => rule.ports.map(({ port }) => port));
    expect(ports).toEqual([
      [53, 53],
      [5432, 6432],
      [443, 465, 587],
    ]);
    // By name, where the network knows names: every provider that the settings have an address of.
    const named = await textOf('deploy/kubernetes-names/names.yaml');
    const config = configOf({ ...settings, OPERATIONS_PORT: '9090' });
    const providers = Object.entries(config).flatMap(([name, value]) =>
      /_BASE_URL$|_ISSUER$|^ARCA_.*_URL$/.test(name) && typeof value === 'string'
        ? [new URL(value).host]
        : [],
    );
    expect(providers.length).toBeGreaterThan(6);
    expect(providers.filter((host) => !named.includes(`matchName: ${host}\n`))).toEqual([]);
  });

  test('the ports are those of the image', async () => {
    const image = await textOf('Dockerfile');
    expect(image).toMatch(/^USER 10001:10001$/m);
    expect(image).toMatch(/OPERATIONS_PORT=9090/);
    const api = pods.find(({ metadata }) => metadata.name === 'cuota-api');
    expect(api?.spec.template.spec.containers[0]?.ports).toEqual([
      { name: 'http', containerPort: 3_000 },
      { name: 'operations', containerPort: 9_090 },
    ]);
  });
});

test('units of systemd and the image have settings that the product takes', async () => {
  const units = await Promise.all(
    (await readdir(join(root, 'deploy/systemd'))).map((name) => textOf(`deploy/systemd/${name}`)),
  );
  const given = [...units, await textOf('Dockerfile')].join('\n').match(/^(?:Environment=|ENV ).*$/gm) ?? [];
  const names = given.flatMap((line) =>
    Array.from(line.matchAll(/([A-Z][A-Z_]+)=/g), ([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(unknown(names)).toEqual([]);
});

test('the example of /etc/cuota/settings is one that production takes, and names known settings', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../deploy/systemd/settings.example'), 'utf8');
  const given = Object.fromEntries(
    Array.from(text.matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]),
  );
  const plain = Object.entries(given).map(([name, value]): [string, string] => [
    name.replace(/_FILE$/, ''),
    name === 'SMTP_URL_FILE' ? 'smtps://mail.example.com' : value,
  ]);
  expect(plain.filter(([name]) => !settingNames.includes(name))).toEqual([]);
  const config = parseConfig({
    ...Object.fromEntries(plain),
    NODE_ENV: 'production',
    OPERATIONS_PORT: '9101',
    DATA_DIR: newFolder(),
    DATABASE_URL: 'postgres://cuota@db.example/cuota?sslmode=verify-full',
    APP_SECRET: 's'.repeat(32),
  });
  expect(config).toMatchObject({ SANDBOX: false, METRICS: true });
});

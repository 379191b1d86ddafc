import { readFile, readdir } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../platform/config.ts';
import { settingNames } from '../platform/settings.ts';

/** The files of deploy/ against what the product has: settings, figures, ports, addresses. */

const root = join(import.meta.dirname, '..', '..', '..');
const textOf = (path: string) => readFile(join(root, path), 'utf8');

/** Names of settings that have been misspelt or no longer exist. */
const unknown = (names: readonly string[]) =>
  names.filter((name) => !settingNames.includes(name.replace(/_FILE$/, '')));

/** What a deployment adds as secrets of its own, for production without the sandbox. */
const secrets = {
  APP_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  DATABASE_URL: 'postgres://cuota_app:x@db/cuota',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtp://mail',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+541100000000',
};
const DATA_DIR = mkdtempSync(join(tmpdir(), 'cuota-deployment-'));

/** Settings as the process would see them: secrets that come as files are given as they are. */
function configOf(environment: Readonly<Record<string, string>>) {
  const plain = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
  return parseConfig({ NODE_ENV: 'production', ...secrets, ...Object.fromEntries(plain), DATA_DIR });
}

/** The parts of the files that are looked at. */
interface ComposeFile {
  readonly secrets: Readonly<Record<string, object>>;
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment: Readonly<Record<string, string>>;
        readonly user: string;
        readonly read_only: boolean;
        readonly cap_drop: readonly string[];
        readonly secrets: readonly string[];
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
  const file = parse(await textOf('deploy/compose/compose.yaml'), { merge: true }) as ComposeFile;
  const serviceOf = (name: string) => file.services[name]!;

  test.each(['migrate', 'api', 'worker'])(
    '%s has settings that the product takes, and may change nothing',
    (name) => {
      const { environment, user, read_only, cap_drop, secrets: mounted } = serviceOf(name);
      expect(unknown(Object.keys(environment))).toEqual([]);
      const config = configOf({ ...environment, SANDBOX: 'off', OPERATIONS_PORT: '9090' });
      expect(config.ROLE).toBe(name === 'migrate' ? 'all' : name);
      expect([user, read_only, cap_drop]).toEqual(['10001:10001', true, ['ALL']]);
      const files = Object.entries(environment).filter(([key]) => key.endsWith('_FILE'));
      const named = files.map(([, path]) => path.replace('/run/secrets/', ''));
      expect(new Set(named)).toEqual(new Set(mounted));
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
    for (const name of Object.keys(file.secrets)) expect(made).toContain(name);
  });
});

test('the proxies serve every site that the settings name, the console too, by TLS 1.2 or 1.3 only', async () => {
  const compose = parse(await textOf('deploy/compose/compose.yaml'), { merge: true }) as ComposeFile;
  const settings = parse(await textOf('deploy/kubernetes/settings.yaml')) as Manifest;
  const network = await textOf('deploy/kubernetes/network.yaml');
  const caddy = await textOf('deploy/compose/Caddyfile');
  const hostsOf = (values: Readonly<Record<string, string>>) =>
    ['PUBLIC_URL_AR', 'PUBLIC_URL_UY', 'CONSOLE_URL'].map((name) => new URL(values[name] ?? '').host);
  const sites = /^(.+\.localhost) \{$/m.exec(caddy)?.[1]?.split(', ');
  expect(sites).toEqual(hostsOf(compose.services['api']!.environment));
  expect(caddy).toMatch(/protocols tls1\.2 tls1\.3$/m);
  const rules = parseAllDocuments(network)
    .map(
      (each) =>
        each.toJS() as { readonly kind: string; readonly spec: { readonly rules: { host: string }[] } },
    )
    .find(({ kind }) => kind === 'Ingress')?.spec.rules;
  expect(rules?.map(({ host }) => host)).toEqual(hostsOf(settings.data ?? {}));
});

describe('the manifests of Kubernetes', async () => {
  const names = (await readdir(join(root, 'deploy/kubernetes'))).filter(
    (name) => name !== 'kustomization.yaml',
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
      expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'operations' });
      expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'operations' });
      // Out of the balancer before the listener closes.
      const { periodSeconds, failureThreshold } = readinessProbe!;
      expect(config.DRAIN_SECONDS).toBeGreaterThan(periodSeconds * failureThreshold);
    },
  );

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

describe('the alerts', async () => {
  interface Rule {
    readonly alert: string;
    readonly expr: string;
    readonly labels: { readonly severity: string };
    readonly annotations: { readonly summary: string; readonly runbook: string };
  }
  const { groups } = parse(await textOf('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const runbook = await textOf('docs/runbook.md');
  const sections = Array.from(runbook.matchAll(/^## (\w+)$/gm), ([, name = '']) => name);

  test('are those of the runbook, each with a section of its own', () => {
    expect(rules.map(({ alert }) => alert).toSorted()).toEqual(sections.toSorted());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  test('ask for figures that the product has, and say how urgent they are', async () => {
    const sources = await Promise.all(
      ['gauges.ts', 'metrics.ts', 'table-months.ts'].map((name) => textOf(`src/server/operations/${name}`)),
    );
    const has = (name: string) =>
      sources.some((source) => source.includes(`'${name.replace(/_(oldest_seconds|count|bucket)$/, '')}'`));
    for (const { alert, expr, labels } of rules) {
      expect([alert, (expr.match(/cuota_\w+/g) ?? []).filter((name) => !has(name))]).toEqual([alert, []]);
      expect(['page', 'ticket']).toContain(labels.severity);
    }
  });
});

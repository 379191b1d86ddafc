import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import prom from 'prom-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { OutgoingCalls, watchedPorts } from '../integrations/outgoing.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const textOf = (path: string) => readFile(join(root, path), 'utf8');

/** Labels of each metric, by the name that Prometheus stores. */
const figures = new Map<string, readonly string[]>();
let product: TestProduct;

beforeAll(async () => {
  const registering = vi.spyOn(prom.Registry.prototype, 'registerMetric');
  product = await startProduct({ settings: { OPERATIONS_PORT: '0', METRICS: 'on' } });
  const registered = registering.mock.calls.map(([metric]) => metric) as unknown as {
    name: string;
    labelNames: string[];
  }[];
  registering.mockRestore();
  // Labels added for the scraped target.
  const target = ['job', 'instance'];
  for (const { name, labelNames } of registered) {
    figures.set(name, [...labelNames, ...target]);
    figures.set(`${name}_count`, [...labelNames, ...target]);
    figures.set(`${name}_bucket`, [...labelNames, 'le', ...target]);
  }
  figures.set('up', target);
});
afterAll(() => product.close());

interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}
interface Selector {
  readonly name: string;
  readonly matchers: Matcher[];
}

/** A parsed Prometheus expression. */
interface Query {
  /** Syntax errors. */
  readonly faults: string[];
  readonly selectors: Selector[];
  /** Labels kept by aggregations. */
  readonly kept: string[];
  /** Time ranges, seconds. */
  readonly ranges: number[];
}

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const secondsOf = (duration: string): number =>
  Number(duration.slice(0, -1)) * unitSeconds[duration.at(-1) as keyof typeof unitSeconds];

function queryOf(expression: string): Query {
  const query: Query = { faults: [], selectors: [], kept: [], ranges: [] };
  parser.parse(expression).iterate({
    enter(node) {
      const text = expression.slice(node.from, node.to);
      if (node.type.isError) query.faults.push(`at ${node.from}: ${text}`);
      if (node.name === 'VectorSelector')
        query.selectors.push({ name: text.split('{')[0] ?? '', matchers: [] });
      if (node.name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*(\S{1,2}?)\s*"(.*)"$/.exec(text) ?? [];
        query.selectors.at(-1)?.matchers.push({ label, operator, value });
      }
      if (node.name === 'GroupingLabels') query.kept.push(...(text.match(/\w+/g) ?? []));
      if (node.name === 'NumberDurationLiteralInDurationContext') query.ranges.push(secondsOf(text));
    },
  });
  return query;
}

/** Names and labels that no metric has. */
function unknownOf({ selectors, kept }: Query, recorded: ReadonlySet<string> = new Set()): string[] {
  const strange = selectors.filter(({ name }) => !figures.has(name) && !recorded.has(name));
  const labels = selectors.flatMap(({ name, matchers }) =>
    matchers
      .filter(({ label }) => !figures.get(name)?.includes(label))
      .map(({ label }) => `${name}{${label}}`),
  );
  const known = new Set(selectors.flatMap(({ name }) => figures.get(name) ?? []));
  return [...strange.map(({ name }) => name), ...labels, ...kept.filter((label) => !known.has(label))];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

describe('the alerts', async () => {
  const { groups } = parse(await textOf('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const runbook = await textOf('docs/runbook.md');
  const sections = Array.from(runbook.matchAll(/^## (\w+)$/gm), ([, name = '']) => name);

  test('are those of the runbook, each with a section of its own', () => {
    expect(rules.map(({ alert }) => alert).toSorted()).toEqual(sections.toSorted());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  test.each(rules)(
    '$alert asks for figures and labels that the product has',
    ({ expr, labels, annotations }) => {
      const query = queryOf(expr);
      expect(query.faults).toEqual([]);
      expect(query.selectors).not.toEqual([]);
      expect(unknownOf(query)).toEqual([]);
      expect(['page', 'ticket']).toContain(labels.severity);
      // An aggregation keeps only the labels it names.
      const isAggregated = /\b(sum|max|min)\b/.test(expr);
      const left = isAggregated ? query.kept : query.selectors.flatMap(({ name }) => figures.get(name) ?? []);
      const written = Array.from(annotations.summary.matchAll(/\$labels\.(\w+)/g), ([, name]) => name);
      expect(written.filter((name) => !left.includes(name ?? ''))).toEqual([]);
    },
  );

  test('name providers whose calls the product counts', () => {
    const counted: string[] = ['bureau'];
    const calls = new OutgoingCalls();
    vi.spyOn(calls, 'watch').mockImplementation((provider, port) => (counted.push(provider), port));
    watchedPorts(product.deps.ports, calls);
    const named = rules
      .flatMap(({ expr }) => queryOf(expr).selectors.flatMap(({ matchers }) => matchers))
      .filter(({ label }) => label === 'provider')
      .flatMap(({ value }) => value.split('|'));
    expect(new Set(named).size).toBeGreaterThan(5);
    for (const each of named)
      expect([each, counted.some((one) => new RegExp(`^${each}$`).test(one))]).toEqual([each, true]);
    const watched = named.map((each) => new RegExp(`^${each}$`));
    expect(counted.filter((one) => !watched.some((each) => each.test(one)))).toEqual([]);
  });

  /** Scrape interval and evaluation interval, seconds. */
  const readEvery = 15;
  const evaluatedEvery = 60;

  test.each([
    ['messages', ['MessagesLate', 'MessagesFailing']],
    ['payouts', ['PayoutsFailing']],
    ['cards', ['CardsFailing']],
    ['the bureau', ['BureauFailing']],
    ['identity', ['IdentityFailing']],
  ])('an outage of %s pages within ten minutes', async (_what, names) => {
    const { global } = parse(await textOf('deploy/prometheus/prometheus.yaml'));
    expect(secondsOf(global.scrape_interval)).toBe(readEvery);
    expect(secondsOf(global.evaluation_interval ?? '1m')).toBe(evaluatedEvery);
    for (const name of names) {
      const rule = rules.find(({ alert }) => alert === name);
      const { selectors, ranges } = queryOf(rule?.expr ?? '');
      const [, bound = '0'] = /> (\d+(?:\.\d+)?)$/.exec(rule?.expr.trim() ?? '') ?? [];
      const isAge = selectors.every((each) => each.name.endsWith('_oldest_seconds'));
      // An age alert passes its threshold after that time; a share passes at the latest when its range is all outage.
      const passed = isAge ? Number(bound) : Math.max(...ranges);
      const seconds = passed + readEvery + evaluatedEvery + secondsOf(rule?.for ?? '0s');
      expect([name, rule?.labels.severity, seconds <= 600]).toEqual([name, 'page', true]);
      expect(isAge || Number(bound) < 1).toBe(true);
    }
  });

  test('are not the only ones: service levels and the dashboard ask for figures that exist too', async () => {
    const { groups: levels } = parse(await textOf('deploy/prometheus/service-levels.yaml')) as {
      groups: { rules: { record: string; expr: string }[] }[];
    };
    const records = levels.flatMap((group) => group.rules);
    const dashboard = JSON.parse(await textOf('deploy/prometheus/dashboard.json'));
    expect(dashboard).toMatchObject({ title: 'Cuota' });
    const asked = JSON.stringify(dashboard).matchAll(/"expr":"((?:[^"\\]|\\.)*)"/g);
    const drawn = Array.from(asked, ([, text]) => String(JSON.parse(`"${text}"`)));
    expect(drawn.length).toBeGreaterThan(10);
    const recorded = new Set(records.map(({ record }) => record));
    for (const expression of [...records.map(({ expr }) => expr), ...drawn]) {
      const query = queryOf(expression);
      expect([expression, query.faults, unknownOf(query, recorded)]).toEqual([expression, [], []]);
    }
  });
});

test('the grammar refuses what Prometheus would, and strange names are found', () => {
  expect(queryOf('max by (country (cuota_unmatched) > 0').faults).not.toEqual([]);
  expect(queryOf('sum(rate(cuota_unmatched[5x]))').faults).not.toEqual([]);
  expect(unknownOf(queryOf('sum by (job) (cuota_invented{kind="x"})'))).toEqual([
    'cuota_invented',
    'cuota_invented{kind}',
    'job',
  ]);
  expect(unknownOf(queryOf('max by (country) (cuota_unmatched{queue="x"})'))).toEqual([
    'cuota_unmatched{queue}',
    'country',
  ]);
});

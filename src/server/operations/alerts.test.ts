import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..', '..');
const textOf = (path: string) => readFile(join(root, path), 'utf8');

const sourcesOfFigures = () =>
  Promise.all(
    ['gauges.ts', 'watch.ts', 'metrics.ts', 'table-months.ts'].map((name) =>
      textOf(`src/server/operations/${name}`),
    ),
  );

const isFigure = (sources: readonly string[], name: string) =>
  sources.some((source) => source.includes(`'${name.replace(/_(oldest_seconds|count|bucket)$/, '')}'`));

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
    const sources = await sourcesOfFigures();
    const has = (name: string) => isFigure(sources, name);
    for (const { alert, expr, labels } of rules) {
      expect([alert, (expr.match(/cuota_\w+/g) ?? []).filter((name) => !has(name))]).toEqual([alert, []]);
      expect(['page', 'ticket']).toContain(labels.severity);
    }
  });

  test('are not the only ones: service levels and the dashboard ask for figures that exist too', async () => {
    const levels = await textOf('deploy/prometheus/service-levels.yaml');
    const dashboard = await textOf('deploy/prometheus/dashboard.json');
    expect(JSON.parse(dashboard)).toMatchObject({ title: 'Cuota' });
    const recorded = new Set(Array.from(levels.matchAll(/record: (\S+)/g), ([, name]) => name));
    const used = [...(levels + dashboard).matchAll(/\bcuota:[\w:]+/g)].map(([name]) => name);
    expect(used.filter((name) => !recorded.has(name))).toEqual([]);
    const sources = await sourcesOfFigures();
    const asked = [...(levels + dashboard).matchAll(/\bcuota_\w+/g)].map(([name]) => name);
    expect(asked.filter((name) => !isFigure(sources, name))).toEqual([]);
  });
});

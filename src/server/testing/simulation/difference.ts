/** What the model says beside what the product says. */
export class Difference extends Error {
  readonly what: string;
  readonly model: unknown;
  readonly product: unknown;
  /** Whose loan it is about; undefined where it is about everybody's. */
  who: number | undefined;

  constructor(what: string, model: unknown, product: unknown) {
    super(`${what}: the model says ${show(model)}, the product ${show(product)}`);
    this.what = what;
    this.model = model;
    this.product = product;
  }
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** @throws Difference unless both say the same; members of objects have no order. */
export function same(what: string, model: unknown, product: unknown): void {
  const path = firstDifference(model, product);
  if (path === undefined) return;
  const at = (value: unknown) =>
    path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);
  throw new Difference([what, ...path].join(' › '), at(model), at(product));
}

function firstDifference(one: unknown, other: unknown): string[] | undefined {
  if (Object.is(one, other)) return undefined;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return [];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const name of names) {
    const path = firstDifference(
      (one as Record<string, unknown>)[name],
      (other as Record<string, unknown>)[name],
    );
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}

import type { ComponentType, ReactNode } from 'react';
import type { Place } from './history.ts';

/** Component loaded with its route. */
export interface LazyComponent<Props = object> {
  readonly load: () => Promise<ComponentType<Props>>;
}

/** The exported component `name` of a module that is fetched on demand, once. */
export function lazyScreen<Props, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return {
    async load() {
      loaded ??= (await load())[name];
      return loaded;
    },
  };
}

/** Thrown by a guard: somewhere else instead, without a step back to the refused address. */
export class Redirect extends Error {
  readonly to: string;
  constructor(to: string) {
    super(`redirect to ${to}`);
    this.to = to;
  }
}

/** Lets the person in or throws a {@link Redirect}. */
export type Guard = (place: Place) => void | Promise<void>;

export interface Route {
  /** Parameters as `$name`; `$` alone matches every other address. */
  readonly path: string;
  readonly guard?: Guard | undefined;
  /** Layout around the screen, preserved from one screen to the next. */
  readonly layout?: LazyComponent<{ children: ReactNode }> | undefined;
  /** Absent where the guard always leads elsewhere. */
  readonly screen?: LazyComponent;
  /** Title of the page without the brand; 'Formulario Web' by default. */
  readonly title?: string | undefined;
  /**
   * Columns on wide screens, also of the placeholder: figures `beside` the cards, or cards that `lead` with the figures
   * on their right.
   */
  readonly columns?: 'beside' | 'lead' | undefined;
  /** Hides the logout button (docs/product/shell.md#header-and-logout). */
  readonly menuHidden?: boolean | undefined;
}

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

const partsOf = (path: string) => path.split('/').filter(Boolean);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parameters of an address under a path; undefined when the path is another's. */
function paramsUnder(path: string, parts: readonly string[]): Record<string, string> | undefined {
  const wanted = partsOf(path);
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (want.startsWith('$')) params[want.slice(1)] = decode(part);
    else if (want !== part.toLowerCase()) return undefined;
  }
  return params;
}

/**
 * The first route that has the address, in any case and with or without a final slash.
 * @throws when there is none, not even one for `$`
 */
export function matchRoute(routes: readonly Route[], pathname: string): Match {
  const parts = partsOf(pathname);
  for (const route of routes) {
    const params = route.path === '$' ? {} : paramsUnder(route.path, parts);
    if (params) return { route, params };
  }
  throw new Error(`no route for ${pathname}`);
}

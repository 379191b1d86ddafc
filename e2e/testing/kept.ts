import { productPort } from './target.ts';

/**
 * Makes something once for each product that is looked at, and gives it to all who ask for it by the same key. What
 * could not be made is made anew for the next who asks, a retry for one.
 */
export function keeper<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key, make) => {
    const own = `${productPort()} ${key}`;
    const made = kept.get(own) ?? make();
    kept.set(own, made);
    made.catch(() => kept.delete(own));
    return made;
  };
}

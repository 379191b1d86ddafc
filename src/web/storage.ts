/** The part of the Web Storage interface that the stores here use; a test passes a Map behind it. */
export interface KeyValue {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Storage that lives as long as the page: for private modes that refuse the real one, and for rendering at build time. */
export function memoryStorage(): KeyValue {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function browserStorage(name: 'localStorage' | 'sessionStorage'): KeyValue {
  try {
    const storage = globalThis[name];
    storage.getItem('');
    return storage;
  } catch {
    return memoryStorage();
  }
}

const inBrowser = typeof window !== 'undefined';

/** Kept on this device until removed. */
export const deviceStorage: KeyValue = inBrowser ? browserStorage('localStorage') : memoryStorage();
/** Kept for this tab's session. */
export const tabStorage: KeyValue = inBrowser ? browserStorage('sessionStorage') : memoryStorage();

/** Reads a stored object; anything unreadable counts as absent, since older releases may have written it. */
export function readObject(storage: KeyValue, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Writes an object; a full or refused storage loses the value, never the person's action. */
export function writeObject(storage: KeyValue, key: string, value: object): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The page goes on without it: everything stored here can be fetched or asked again.
  }
}

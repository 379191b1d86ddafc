import type { Dependencies } from '../dependencies.ts';

/** Loads the default settings. */
export async function seedSettings(_deps: Dependencies): Promise<void> {}

import type { Dependencies } from '../dependencies.ts';
import type { JobKind } from '../platform/jobs.ts';

export function disbursementJobs(_deps: Dependencies): JobKind<never>[] {
  return [];
}

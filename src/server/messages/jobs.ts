import type { Dependencies } from '../dependencies.ts';
import type { JobKind } from '../platform/jobs.ts';

export function messageJobs(_deps: Dependencies): JobKind<never>[] {
  return [];
}

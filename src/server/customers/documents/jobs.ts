import type { Dependencies } from '../../dependencies.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { checkDocument } from './check-document.ts';
import { documentCheckQueue, type DocumentCheckJob } from './service.ts';

export function documentJobs(deps: Dependencies): JobKind<never>[] {
  const check: JobKind<DocumentCheckJob> = {
    name: documentCheckQueue,
    shown: ['imageId'],
    policy: {
      // A photo that crashes its thread does so every time; three attempts distinguish it from an unreachable
      // store.
      retryLimit: 3,
      retryDelaySeconds: 5,
      retryDelayMaxSeconds: 300,
      // Longer than waiting for two photos in the thread plus its own timeout.
      expireSeconds: 120,
    },
    run: ({ imageId }) => checkDocument(deps, imageId),
  };
  return [check];
}

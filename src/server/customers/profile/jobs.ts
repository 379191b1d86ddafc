import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import {
  giveBackFirstPayment,
  registrationQueue,
  resumeRegistrations,
  type RegistrationJob,
} from './card-registration.ts';
import { cleanUpImage, cleanupQueue, type CleanupData } from './image-cleanup.ts';

export function profileJobs(deps: Dependencies): JobKind<never>[] {
  const cleanUp: JobKind<CleanupData> = {
    name: cleanupQueue,
    shown: ['imageId'],
    // No screen waits for it: ten attempts, up to an hour apart, outlast a store outage of an afternoon.
    policy: { retryLimit: 10, retryDelaySeconds: 60, retryDelayMaxSeconds: 3600, expireSeconds: 60 },
    run: (data) => cleanUpImage(deps, data),
  };
  const registration: JobKind<RegistrationJob> = {
    name: registrationQueue,
    isMoney: true,
    shown: ['registrationId'],
    countryOf: sql`select country from card_registration where id = (job.data->>'registrationId')::bigint`,
    // Twelve attempts cover most of a day; the next start of a worker tries again.
    policy: { retryLimit: 12, retryDelaySeconds: 10, retryDelayMaxSeconds: 3600, expireSeconds: 90 },
    onStart: () => resumeRegistrations(deps),
    run: ({ registrationId }) => giveBackFirstPayment(deps, registrationId),
  };
  return [cleanUp, registration];
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CountryCode } from '../../countries/countries.ts';
import type { COLLECTION_BUCKETS } from '../../contract/staff/collections.ts';
import { call } from '../api.ts';
import { go } from '../place.ts';

type Bucket = (typeof COLLECTION_BUCKETS)[number];

/** Query key of a case; with a day, of the debt on it. */
export const caseKey = (id: string, day = '') => ['collection', id, day] as const;

/** Part of the queue that the person works through. */
export interface QueuePart {
  readonly country: string | null;
  readonly bucket: string | null;
}

/** Address of a case that came from the queue, which the next one follows. */
function workPath(id: string, { country, bucket }: QueuePart): string {
  const part = `${country ? `&pais=${country}` : ''}${bucket ? `&atraso=${bucket}` : ''}`;
  return `/cobranzas/${id}?cola=1${part}`;
}

/** Reserves the next case and goes there; null when none waits. */
export function useNext({ country, bucket }: QueuePart) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const body = {
        ...(country ? { country: country as CountryCode } : {}),
        ...(bucket ? { bucket: bucket as Bucket } : {}),
      };
      return (await call('POST /api/staff/collections/next', { body })).result;
    },
    onSuccess: (found) => {
      if (!found) return;
      queries.setQueryData(caseKey(found.customer), found);
      go(workPath(found.customer, { country, bucket }));
    },
  });
}

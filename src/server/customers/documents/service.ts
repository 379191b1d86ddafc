import type { DocumentData } from '../../../countries/server-country.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { JobSender } from '../../platform/work/jobs.ts';
import { type DocumentOutcome, checkOfCurrentImages } from './queries.ts';
import { openReading } from './reading.ts';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export { outcomesOfCurrentImages, weightiestOutcome, type DocumentOutcome } from './queries.ts';
export { encryptedReadings } from './reading.ts';

export const documentCheckQueue = 'check-document';

export interface DocumentCheckJob {
  readonly imageId: string;
}

/** Enqueues the reading of a document's photo, in the transaction that stores it. */
export function scheduleDocumentCheck(tx: Tx, jobs: JobSender, imageId: string): Promise<void> {
  return jobs.send(tx, documentCheckQueue, { imageId } satisfies DocumentCheckJob);
}

interface DocumentCheck {
  readonly outcome: DocumentOutcome;
  /** Differing fields; only with `mismatch`. */
  readonly fields?: readonly string[];
}

/** Outcome for the current photos; null until one was read. */
export async function documentCheckOf(db: Queryable, customerId: number): Promise<DocumentCheck | null> {
  const first = await checkOfCurrentImages(db, customerId);
  if (!first) return null;
  const { outcome, differing } = first;
  return outcome === 'mismatch' ? { outcome, fields: differing } : { outcome };
}

/** Outcome for reviewers, with the barcode's content if available. */
export async function documentReadingOf(
  db: Queryable,
  vault: Vault,
  customerId: number,
): Promise<(DocumentCheck & { readonly data: DocumentData | undefined }) | null> {
  const first = await checkOfCurrentImages(db, customerId);
  if (!first) return null;
  const { outcome, differing, reading } = first;
  return { outcome, fields: differing, data: reading ? openReading(vault, reading) : undefined };
}

export const personalData: PersonalData = {
  held: {
    document_check: { label: 'Lectura de tu documento', where: ofCustomer, omit: ['reading'] },
  },
};

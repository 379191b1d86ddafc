import { barcodeReadingOf, differingFields } from '../../../countries/identifiers/document-barcode.ts';
import type { DocumentData } from '../../../countries/server-country.ts';
import { followDocumentRead } from '../identity/service.ts';
import { fillGender, noteDocumentProof } from '../service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { threadOf, ThreadTimeoutError, type Thread } from '../../platform/work/thread.ts';
import { photoToCheck, type DocumentOutcome } from './queries.ts';
import { sealReading } from './reading.ts';

type BarcodeDecoder = Thread<Uint8Array, readonly string[]>;

/** A photo without a barcode takes two seconds, enlargements included; only a crafted one takes this long. */
const decodeTimeoutMs = 20_000;
const decoder: BarcodeDecoder = threadOf(new URL('decode-thread.ts', import.meta.url), {
  timeoutMs: decodeTimeoutMs,
  maxMegabytes: 512,
});

type CheckDependencies = Pick<Dependencies, 'db' | 'clock' | 'ports' | 'vault' | 'jobs'>;

/**
 * Compares the barcode on a document's photo with the typed data and stores the outcome. No outcome blocks
 * the application.
 */
export async function checkDocument(
  deps: CheckDependencies,
  imageId: string,
  barcodes: BarcodeDecoder = decoder,
): Promise<void> {
  const photo = await photoToCheck(deps.db, imageId);
  if (!photo || photo.outcome !== null) return;
  const reading = barcodeReadingOf(photo.country);
  const bytes = reading && (await deps.ports.images.get(photo.storage_key));
  // The photo was deleted by retention in the meantime.
  if (reading && !bytes) return;
  const document = reading && bytes ? await read(barcodes, bytes, reading) : undefined;
  const differing = document
    ? differingFields(document, {
        documentNumber: photo.document_number,
        firstName: photo.first_name,
        lastName: photo.last_name,
        birthdate: photo.birthdate,
      })
    : [];
  const outcome = outcomeOf(reading !== undefined, document, differing);
  const gender = outcome === 'match' ? (document?.gender ?? '') : '';
  await keep(deps, {
    imageId,
    customerId: photo.customer_id,
    country: photo.country,
    outcome,
    differing,
    gender,
    document,
  });
}

async function read(
  barcodes: BarcodeDecoder,
  bytes: Buffer,
  reading: (text: string) => DocumentData | undefined,
): Promise<DocumentData | undefined> {
  try {
    const texts = await barcodes.run(new Uint8Array(bytes));
    return texts.map(reading).find((data) => data !== undefined);
  } catch (error) {
    if (error instanceof ThreadTimeoutError) return undefined;
    throw error;
  }
}

function outcomeOf(
  isSupported: boolean,
  document: DocumentData | undefined,
  differing: readonly string[],
): DocumentOutcome {
  if (!isSupported) return 'unsupported';
  if (!document) return 'unreadable';
  return differing.length === 0 ? 'match' : 'mismatch';
}

interface Checked {
  readonly imageId: string;
  readonly customerId: number;
  readonly country: string;
  readonly outcome: DocumentOutcome;
  readonly differing: readonly string[];
  readonly gender: string;
  /** Barcode content; undefined if none was readable. */
  readonly document: DocumentData | undefined;
}

async function keep(deps: CheckDependencies, checked: Checked): Promise<void> {
  const { db, clock, vault, jobs } = deps;
  const { imageId, customerId, country, outcome, differing, gender, document } = checked;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const row = await tx
      .insertInto('document_check')
      .values({
        image_id: imageId,
        customer_id: customerId,
        outcome,
        differing: [...differing],
        reading: document ? sealReading(vault, document) : null,
        checked_at: at,
      })
      .onConflict((conflict) => conflict.column('image_id').doNothing())
      .returning('image_id')
      .executeTakeFirst();
    if (!row) return;
    if (gender !== '') await fillGender(tx, customerId, gender);
    if (outcome === 'match') await noteDocumentProof(tx, customerId, 'barcode', at);
    const detail = { image: imageId, outcome, differing: differing.join(',') };
    await recordEvent(tx, { at, country, kind: 'document-checked', customerId, detail });
    await followDocumentRead(tx, jobs, customerId, outcome);
  });
}

import { sql } from 'kysely';
import { paths } from '../../../contract/paths.ts';
import { debtFreeDocument, type DebtFreeFacts } from '../../../countries/papers/debt-free-certificate.ts';
import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { lenderNotice } from '../../../countries/lender.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { maskCuit } from '../../../countries/fields/masks.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readWhole } from '../../integrations/images/port.ts';
import { squareCodeOf, storePaper, typeset } from '../../papers/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { certificateBy, type CertificateRow } from './queries.ts';

type PaperDependencies = Pick<Dependencies, 'db' | 'clock' | 'config' | 'ports' | 'log'>;

export function checkAddress({ config }: Pick<Dependencies, 'config'>, row: CertificateRow): string {
  return publicUrlOf(config, row.country) + paths.debtFreeCheck(row.check_code);
}

/** File of a certificate: written once, and the same bytes are served from then on. */
export async function paperOf(
  deps: PaperDependencies,
  row: CertificateRow,
): Promise<{ readonly bytes: Buffer; readonly digest: string } | undefined> {
  const stored = row.storage_key === null ? await writePaper(deps, row) : row;
  const { storage_key: key, sha256 } = stored;
  if (key === null || sha256 === null) return undefined;
  const bytes = await readWhole(deps, { storageKey: key, sha256 }, { certificate: row.id });
  return bytes && { bytes, digest: sha256.toString('hex') };
}

/** @returns the stored certificate; of two concurrent writers the first wins */
async function writePaper(deps: PaperDependencies, row: CertificateRow): Promise<CertificateRow> {
  const { db, clock } = deps;
  const { BRAND, lenders } = deps.config;
  const url = checkAddress(deps, row);
  const pack = packOf(row.country);
  const printed = debtFreeDocument(factsOf(deps, row), {
    language: pack.locale,
    lender: lenderNotice(pack, BRAND, lenders[row.country]),
    at: row.created_at,
    waivedLoans: row.full_name === '' ? [] : await waivedLoansOf(db, row),
    url,
    drawing: squareCodeOf(url),
  });
  const { storageKey, sha256, bytes } = await storePaper(deps, 'libre-deuda', await typeset(printed));
  await db
    .insertInto('certificate_file')
    .values({
      certificate_id: row.id,
      storage_key: storageKey,
      sha256,
      bytes,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await certificateBy(db, row.country, 'hash', row.hash)) ?? row;
}

/** Loans of the certificate's person that ended with capital waived. */
async function waivedLoansOf(db: Queryable, row: CertificateRow): Promise<readonly string[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from customer c join loan l on l.customer_id = c.id and l.state = 'finished'
    where c.country = ${row.country} and c.document_number = ${row.document_number} and exists (
      select from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.loan_id = l.id and e.account = 'principal-waived' having sum(e.amount) > 0)
    order by l.id`.execute(db);
  return rows.map(({ id }) => String(id));
}

function factsOf({ config }: PaperDependencies, row: CertificateRow): DebtFreeFacts {
  const { country, full_name, document_number, legal_number, created_at } = row;
  return {
    brand: config.BRAND,
    fullName: full_name,
    documentLabel: packOf(country).mainDocument,
    documentInText: packOf(country).mainDocumentInText,
    document: writtenDocument(country, document_number),
    legalNumber: maskCuit(legal_number),
    issuedOn: formatDate(localDate(created_at, country)),
  };
}

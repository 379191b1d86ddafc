import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { loanContract, type PrintedDocument } from '../../../countries/papers/loan-contract.ts';
import { loanDocketEmail } from '../../../countries/messages/messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { storePaper, typeset, type StoredPaper, type Typesetter } from '../../papers/service.ts';
import { transaction, type Queryable } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { factsOf, type AcceptedTerms } from './facts.ts';
import { docketOfLoan, legalText, signedLoan, type SignedLoan } from './queries.ts';

type DocketDependencies = Pick<Dependencies, 'db' | 'clock' | 'config' | 'vault' | 'jobs' | 'ports' | 'log'>;

/**
 * Writes contract and promissory note of an accepted loan, only once, and notifies the customer. The file is
 * built from the stored acceptance and is identical every time, so a run killed after storing the file and
 * before the row only stores it again; after the row nothing is written any more.
 */
export async function writeDocket(
  deps: DocketDependencies,
  loanId: number,
  setter: Typesetter = typeset,
): Promise<void> {
  const { db } = deps;
  if (await docketOfLoan(db, loanId)) return;
  const loan = await signedLoan(db, loanId);
  if (!loan) return;
  const paper = await setter(await printedLoan(deps, loan));
  await record(deps, loanId, loan, await storePaper(deps, 'contrato', paper));
}

async function printedLoan({ db, config }: DocketDependencies, loan: SignedLoan): Promise<PrintedDocument> {
  return loanContract(loan.country, factsOf(loan, await acceptedTermsOf(db, loan), config));
}

/** @throws if the text is not stored, which is a bug */
export async function acceptedTermsOf(db: Queryable, loan: SignedLoan): Promise<AcceptedTerms> {
  const accepted = loan.acceptance.documents.find(({ name }) => name === 'terminos');
  const terms = accepted && (await legalText(db, accepted.sha256));
  if (!terms) throw new Error(`the accepted terms of the loan ${loan.publicId} are not kept`);
  return terms;
}

async function record(
  deps: DocketDependencies,
  loanId: number,
  loan: SignedLoan,
  { storageKey, sha256, bytes }: StoredPaper,
): Promise<void> {
  const at = deps.clock.now();
  const { country, customerId } = loan;
  await transaction(deps.db, async (tx) => {
    const row = await tx
      .insertInto('loan_docket')
      .values({ loan_id: loanId, storage_key: storageKey, sha256, bytes, created_at: at })
      .onConflict((conflict) => conflict.column('loan_id').doNothing())
      .returning('loan_id')
      .executeTakeFirst();
    // A concurrent run finished first and has notified the customer.
    if (!row) return;
    const digest = sha256.toString('hex');
    await recordEvent(tx, {
      at,
      country,
      kind: 'loan-docket-written',
      customerId,
      loanId,
      detail: { digest },
    });
    await enqueueMessage(tx, deps, country, {
      channel: 'email',
      to: loan.email,
      customerId,
      ...letterOf(deps, country, loan, digest),
      attachment: { storageKey, name: 'contrato-y-pagare.pdf' },
    });
  });
}

function letterOf(
  { config }: DocketDependencies,
  country: CountryCode,
  { firstName, publicId }: SignedLoan,
  digest: string,
) {
  const sender = { brand: config.BRAND, pack: packOf(country) };
  return loanDocketEmail(sender, {
    firstName,
    digest,
    // Page that links to the documents in every state of the loan.
    url: publicUrlOf(config, country) + paths.loanOld(publicId),
  });
}

import type { Destination } from '../../../countries/country.ts';
import { loanContract } from '../../../countries/papers/loan-contract.ts';
import { typeset } from '../../papers/service.ts';
import { maskAccount, maskDocument, maskEmail } from '../../staff/masks/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { factsOf } from './facts.ts';
import { signedLoan } from './queries.ts';
import { acceptedTermsOf } from './write-docket.ts';

const HIDDEN = '•••';
const NOTE_WITHHELD = 'El pagaré nombra documento y domicilio: no se muestra en esta copia.';

/**
 * Renders a masked copy of a loan's documents for staff without permission for the masked fields. It is not
 * the signed file and has another digest. @returns undefined for a loan without an acceptance
 */
export async function maskedDocket(
  deps: Pick<Dependencies, 'db' | 'config'>,
  loanId: number,
): Promise<Buffer | undefined> {
  const loan = await signedLoan(deps.db, loanId);
  if (!loan) return undefined;
  const terms = await acceptedTermsOf(deps.db, loan);
  // A masked destination matches none of the country's account formats.
  const destination = maskAccount(loan.destination) as Destination;
  const facts = factsOf({ ...loan, destination }, terms, deps.config);
  return Buffer.from(
    await typeset(
      loanContract(loan.country, {
        ...facts,
        document: maskDocument(loan.documentNumber),
        email: maskEmail(loan.email),
        domicile: facts.domicile === '' ? '' : HIDDEN,
        note: { ...facts.note, paragraphs: [NOTE_WITHHELD] },
        evidence: { ...facts.evidence, address: HIDDEN, device: HIDDEN },
      }),
    ),
  );
}

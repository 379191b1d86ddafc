import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button, ExternalLinkButton } from '../../ui/button.tsx';
import type { Loan } from './loan-query.ts';
import { loanTexts as texts } from './texts.ts';

/** The loan's papers, for its owner only: contract and note once they are written, the receipt once it is paid out. */
export function LoanPapers({ loan }: { loan: Loan }) {
  const go = useGo();
  const { noteInText } = useCountry();
  const { transference_receipt, loan_docket } = loan.files;
  return (
    <>
      {transference_receipt && (
        <Button wide kind="ghost" onClick={() => go.to(paths.receipt(loan.id))}>
          {loan.delivery_type === 'bank-transfer' ? texts.receipt : texts.receiptCash}
        </Button>
      )}
      {transference_receipt && (
        <Button wide kind="ghost" onClick={() => go.to(paths.statement(loan.id))}>
          {texts.statement}
        </Button>
      )}
      {loan_docket && (
        <ExternalLinkButton wide kind="ghost" href={loan_docket.url}>
          {texts.docket(noteInText)}
        </ExternalLinkButton>
      )}
    </>
  );
}

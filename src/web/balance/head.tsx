import { paths } from '../../contract/paths.ts';
import type { Identity } from '../loan/identity-notice.tsx';
import { ContactButton } from '../shell/help/contact-button.tsx';
import { Link } from '../shell/link.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { MembershipDebt } from '../membership/membership-debt.tsx';
import { Asked, cancellationAsked, planAsked } from './asked.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { CreditNote, RefundNote } from './credit-note.tsx';
import { LifePicture } from './life-picture.tsx';
import { OtherLoans } from './other-loans.tsx';
import { isOnItsWay, Owed } from './owed.tsx';
import { overview } from './standing.ts';
import { balanceTexts as texts, delayTexts } from './texts.ts';
import { later } from '../later.tsx';
import { isBeingClosed } from './payment/under-way.ts';
import { writtenDocument } from '../../countries/identifiers/document.ts';
import { useCountry } from '../country.tsx';

const IdentityNotice = later<{ identity: Identity; loanId: string }, 'IdentityNotice'>(
  () => import('../loan/identity-notice.tsx'),
  'IdentityNotice',
);
const AgreedNote = later<{ loanId: string }, 'AgreedNote'>(
  () => import('../changes/agreed-note.tsx'),
  'AgreedNote',
  { lost: () => undefined },
);

/**
 * Amount owed today, next due date, and a drawing of the loan's course. In arrears {@link WaysOut} are below it, so that
 * none of them competes with paying.
 */
export function Head({
  account,
  onCancel,
  isAskQuiet,
}: {
  account: Account;
  onCancel: () => void;
  /** True if the page's main button is elsewhere. */
  isAskQuiet: boolean;
}) {
  const go = useGo();
  const { open, isDefault } = overview(account);
  const isClosing = isBeingClosed(account);
  return (
    <Card>
      {account.loanId !== null && open.length > 0 && <AgreedNote loanId={account.loanId} />}
      {open.length === 0 ? <NothingOwed account={account} /> : !isClosing && <Owed account={account} />}
      <CreditNote account={account} />
      <RefundNote account={account} />
      <OtherLoans account={account} />
      {account.membership_debts.map(({ loan_id: loanId, amount, payment }) => (
        <MembershipDebt key={loanId} loanId={loanId} amount={amount} isBeingPaid={payment !== null} />
      ))}
      <LifePicture instalments={account.installments} />
      {open.length === 0 && !isOnItsWay(account) && (
        <Button wide kind={isAskQuiet ? 'ghost' : 'primary'} onClick={() => go.to(paths.root())}>
          {texts.ask}
        </Button>
      )}
      {isDefault && <Notice tone="bad">{texts.inDefault}</Notice>}
      {!account.delay && <LoanLinks account={account} isEarly={open.length > 0 && !isClosing} />}
      {account.canCancel && <Cancel account={account} onCancel={onCancel} />}
      {open.length > 0 && !account.delay && <Contact account={account} />}
    </Card>
  );
}

/** The way to ask for the cancellation, or the owner's request that is being looked at. */
function Cancel({ account, onCancel }: { account: Account; onCancel: () => void }) {
  const asked = cancellationAsked(account);
  return asked ? (
    <Asked ticket={asked} words={texts.cancelAsked} />
  ) : (
    <Button wide kind="text" onClick={onCancel}>
      {texts.cancel}
    </Button>
  );
}

/** Whatever a borrower in arrears can do but pay, as words. */
export function WaysOut({
  account,
  isOwner,
  onAsk,
}: {
  account: Account;
  isOwner: boolean;
  onAsk: () => void;
}) {
  const go = useGo();
  const plan = planAsked(account);
  return (
    <div className={css.ways}>
      {plan ? (
        <Asked ticket={plan} words={delayTexts.asked} />
      ) : (
        <Button small kind="text" onClick={onAsk}>
          {delayTexts.ask}
        </Button>
      )}
      {isOwner && (
        <Button small kind="text" onClick={() => go.to(paths.cannotPay())}>
          {texts.cannotPay}
        </Button>
      )}
      <LoanLinks account={account} isEarly={!isBeingClosed(account)} kind="text" />
      <Contact account={account} isSmall />
    </div>
  );
}

/** The loan's own page, and paying it before its time. */
export function LoanLinks({
  account,
  isEarly,
  kind = 'ghost',
}: {
  account: Account;
  isEarly: boolean;
  kind?: 'ghost' | 'text';
}) {
  const go = useGo();
  const { loanId } = account;
  if (loanId === null) return null;
  return (
    <div className={css.loan}>
      <Link
        to={isOnItsWay(account) ? paths.loan(loanId) : paths.loanOld(loanId)}
        className={buttonClass({ kind, small: true })}
      >
        {texts.seeLoan}
      </Link>
      {isEarly && (
        <Button small kind={kind} onClick={() => go.to(paths.settlement(loanId))}>
          {texts.payEarly}
        </Button>
      )}
      {isEarly && (
        <Button small kind={kind} onClick={() => go.to(paths.changes(loanId))}>
          {texts.changes}
        </Button>
      )}
    </div>
  );
}

export function Contact({
  account: { profile, documentNumber },
  isSmall = false,
}: {
  account: Account;
  isSmall?: boolean;
}) {
  return (
    <ContactButton
      setting="whatsapp-autogestion"
      values={{ first_name: profile?.first_name ?? '', document_number: documentNumber }}
      label={texts.contact}
      kind="text"
      small={isSmall}
      wide={!isSmall}
    />
  );
}

function NothingOwed({ account }: { account: Account }) {
  const { identity, loanId } = account;
  if (isOnItsWay(account))
    return (
      <>
        {identity && loanId && <IdentityNotice identity={identity} loanId={loanId} />}
        <p>{texts.onItsWay}</p>
      </>
    );
  const hadLoan = account.installments.length > 0;
  return (
    <>
      <p>{hadLoan ? texts.paidAll : texts.noLoan}</p>
      <p className={css.caption}>{hadLoan ? texts.paidAllNext : texts.noLoanNext}</p>
    </>
  );
}

/** Account owner, as far as the visitor may know. */
export function Whose({ account }: { account: Account }) {
  const pack = useCountry();
  const document = texts.document(pack.mainDocument, writtenDocument(pack.code, account.documentNumber));
  const name = account.profile ? `${account.profile.first_name} ${account.profile.last_name}` : '';
  return <p>{name ? texts.owner(name, document) : document}</p>;
}

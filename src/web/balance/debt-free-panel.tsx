import { ContactButton } from '../shell/contact-button.tsx';
import { Notice } from '../ui/tag.tsx';
import type { Account } from './balance-query.ts';
import { overview } from './standing.ts';
import { debtFreeTexts as texts } from './debt-free-texts.ts';

/** Whether the debt-free certificate can be issued: no instalment left and the status says so (B §4). */
export function DebtFreePanel({ account }: { account: Account }) {
  const { open } = overview(account);
  if (!account.debtFreeStatus || open.length > 0) {
    return (
      <Notice tone="late" title={texts.noTitle}>
        {open.length > 0 ? texts.no(open.length) : texts.noLoan}
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="good" title={texts.yesTitle}>
        {texts.yes}
      </Notice>
      {account.profile && (
        <ContactButton
          setting="whatsapp-autogestion"
          values={{ first_name: account.profile.first_name, document_number: account.documentNumber }}
          label={texts.request}
        />
      )}
    </>
  );
}

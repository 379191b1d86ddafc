import { paths } from '../../../contract/paths.ts';
import { useLoggedIn } from '../../session.ts';
import { Link } from '../../shell/link.tsx';
import { Button, ExternalLinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../../ui/tag.tsx';
import type { Account } from '../balance-query.ts';
import css from '../balance.module.css';
import { debtFreeTexts as texts } from './debt-free-texts.ts';
import { overview } from '../standing.ts';
import { useDebtFree } from './use-debt-free.ts';

/**
 * The debt-free certificate: only with no instalment left and where the status says so
 * (docs/product/borrowers-area.md#debt-free-certificate).
 */
export function DebtFreePanel({ account }: { account: Account }) {
  const { open } = overview(account);
  if (!account.debtFreeStatus || open.length > 0) {
    return (
      <Notice tone="late" title={texts.noTitle}>
        {open.length > 0 ? texts.no(open.length) : texts.noLoan}
      </Notice>
    );
  }
  return <Generate documentNumber={account.documentNumber} />;
}

function Generate({ documentNumber }: { documentNumber: string }) {
  const certificate = useDebtFree(documentNumber);
  const isLoggedIn = useLoggedIn();
  return (
    <>
      <Notice tone="good" title={texts.yesTitle}>
        {texts.yes}
      </Notice>
      <Button wide busy={certificate.isBusy} onClick={() => void certificate.generate()}>
        {texts.generate}
      </Button>
      <p className={css.caption}>{texts.opens}</p>
      {!isLoggedIn && (
        <p className={css.caption}>
          {texts.unnamed}{' '}
          <Link to={paths.login({ redirectTo: paths.balance(documentNumber) })}>{texts.login}</Link>.
        </p>
      )}
      {certificate.ready && <Ready path={certificate.ready} onClose={certificate.forget} />}
    </>
  );
}

/** For browsers that open no window by themselves: Safari gets a dialog instead. */
function Ready({ path, onClose }: { path: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.readyTitle}
      actions={
        <>
          <ExternalLinkButton wide href={path} onClick={onClose}>
            {texts.open}
          </ExternalLinkButton>
          <Button wide kind="ghost" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      <p>{texts.ready}</p>
    </Dialog>
  );
}

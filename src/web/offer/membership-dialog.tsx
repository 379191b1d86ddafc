import { withBrand } from '../../countries/branding.ts';
import { useCountry } from '../country.tsx';
import { useBrand } from '../settings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatNumber } from '../ui/money.ts';
import { BenefitList } from './benefit-list.tsx';
import css from './membership-dialog.module.css';
import { membershipTexts as texts } from './texts.ts';
import { useMembershipPrice } from './use-membership.ts';

/** The membership and its price: 'Me interesa' leads to its tab, 'No por ahora' to Basic (A §2.6). */
export function MembershipDialog({
  onClose,
  onAnswer,
}: {
  onClose: () => void;
  onAnswer: (wanted: boolean) => void;
}) {
  const { membership } = useCountry();
  const name = withBrand(membership.name, useBrand());
  const price = useMembershipPrice();
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(name)}
      actions={
        <>
          <Button wide onClick={() => onAnswer(true)}>
            {texts.yes}
          </Button>
          <Button wide kind="ghost" onClick={() => onAnswer(false)}>
            {texts.no}
          </Button>
        </>
      }
    >
      <p className={css.price}>
        {membership.pricePrefix}
        {formatNumber(price)}
      </p>
      <p>{texts.intro}</p>
      <BenefitList />
    </Dialog>
  );
}

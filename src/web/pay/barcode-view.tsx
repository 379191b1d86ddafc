import { useQuery } from '@tanstack/react-query';
import { COUPON_TEXTS } from '../../countries/papers/coupon-texts.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { CodeDigits } from '../ui/code-digits.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { barcodeQuery } from './barcode-query.ts';
import css from './pay.module.css';
import { couponTexts as texts } from './texts.ts';

/** The code a till scans, with its digits to be copied or typed in. */
export function BarcodeView({ digits }: { digits: string }) {
  const image = useQuery(barcodeQuery(digits));
  return (
    <div className={css.barcode}>
      {image.data && <img src={image.data} alt={texts.barcodeOf(digits)} className={css.bars} />}
      {image.isPending && (
        <div role="status">
          <span className="visually-hidden">{texts.barcodeWait}</span>
          <Skeleton shape="block" />
        </div>
      )}
      {image.isError && (
        <Notice tone="bad" urgent>
          {COUPON_TEXTS.barcodeFailed}
        </Notice>
      )}
      {digits !== '' && (
        <>
          <p className={css.digits}>
            <CodeDigits code={digits} />
          </p>
          <CopyButton text={digits} what={texts.number} isNamed />
        </>
      )}
    </div>
  );
}

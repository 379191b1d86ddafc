import { useArrivalIfConfirmed } from '../arrival/use-arrival.ts';
import { useCountry } from '../country.tsx';
import { Button } from '../../ui/button.tsx';
import { dated } from '../../ui/dated.tsx';
import css from './loan-steps.module.css';
import { stepTexts as texts } from './texts.ts';

/** Steps after the offer, three in all (docs/product/offer.md#parts). */
export function LoanSteps({ onGrantTimes }: { onGrantTimes: () => void }) {
  const { loanSteps } = useCountry();
  const { sentence } = useArrivalIfConfirmed();
  return (
    <>
      <h2 className={css.title}>{texts.title}</h2>
      <ol className={css.steps}>
        {loanSteps.map((step) => (
          <li key={step.title} className={css.step}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      <p className={css.arrival}>{dated(sentence)}</p>
      <Button kind="text" className={css.more} onClick={onGrantTimes}>
        {texts.grantTimes}
      </Button>
    </>
  );
}

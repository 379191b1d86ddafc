import { Notice } from '../../ui/tag.tsx';
import { arrivalTones, useArrivalIfConfirmed, arrivalTexts as texts } from './use-arrival.ts';
import { arrivalRules } from '../../countries/arrival.ts';
import { useCountry } from '../country.tsx';
import css from './arrival.module.css';

/** When the money arrives if the loan is confirmed now: the day first, its rules folded below. */
export function ArrivalNotice({ isCash }: { isCash: boolean }) {
  const { sentence, wait } = useArrivalIfConfirmed(isCash);
  return (
    <div>
      <Notice tone={arrivalTones[wait]} title={sentence} />
      {wait === 'none' && <ArrivalRules />}
    </div>
  );
}

/** Rules for the day of arrival, folded: the day itself comes first. */
export function ArrivalRules() {
  const pack = useCountry();
  return (
    <details className={css.rules}>
      <summary>{texts.rules}</summary>
      <div>
        {arrivalRules(pack).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  );
}

import { useCountry } from '../country.tsx';
import css from './arrival.module.css';
import { arrivalTexts as texts } from './texts.ts';

/** Rules for the day of arrival, folded: the day itself comes first. */
export function ArrivalRules() {
  const { grantPeriod } = useCountry();
  return (
    <details className={css.rules}>
      <summary>{texts.rules}</summary>
      <div>
        {grantPeriod.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  );
}

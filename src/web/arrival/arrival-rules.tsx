import { useCountry } from '../country.tsx';
import css from './arrival.module.css';
import { arrivalTexts as texts } from './texts.ts';

/** The rules behind the day on which the money arrives, folded: the day itself is what is asked for. */
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

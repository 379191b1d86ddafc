import { arrivalRules } from '../../countries/arrival.ts';
import { useCountry } from '../country.tsx';
import css from './arrival.module.css';
import { arrivalTexts as texts } from './texts.ts';

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

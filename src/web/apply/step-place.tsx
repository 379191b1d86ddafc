import { STEP_COUNT } from '../../countries/application-steps.ts';
import type { ApplicationStepName } from '../../countries/country-pack.ts';
import { useCountry } from '../country.tsx';
import { placeOf } from './steps.ts';
import { afterTexts } from './texts.ts';
import { classes } from '../../ui/classes.ts';
import css from './step-place.module.css';

/** Progress of a step: 'Paso n de 4', and the remaining steps for the two after the four. */
export function StepPlace({ step }: { step: ApplicationStepName }) {
  const number = placeOf(useCountry(), step);
  return <Stepper step={number ?? STEP_COUNT} left={number ? undefined : afterTexts[step]} />;
}

/** 'Paso n de 4' with its bar, or the remaining steps after the four. Belongs into the hero. */
function Stepper({ step, of = 4, left }: { step: number; of?: number; left?: string | undefined }) {
  return (
    <div className={css.stepper}>
      <p className={css.words}>{left ?? `Paso ${step} de ${of}`}</p>
      <div className={css.bar} aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <span
            key={index}
            className={classes(css.part, index < step && css.done, index === step - 1 && !left && css.now)}
          />
        ))}
      </div>
    </div>
  );
}

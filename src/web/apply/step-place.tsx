import { STEP_COUNT } from '../../countries/application-steps.ts';
import type { ApplicationStepName } from '../../countries/country-pack.ts';
import { useCountry } from '../country.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { placeOf } from './steps.ts';
import { afterTexts } from './texts.ts';

/** Progress of a step: 'Paso n de 4', and the remaining steps for the two after the four. */
export function StepPlace({ step }: { step: ApplicationStepName }) {
  const number = placeOf(useCountry(), step);
  return <Stepper step={number ?? STEP_COUNT} left={number ? undefined : afterTexts[step]} />;
}

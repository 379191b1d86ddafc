import { paths } from '../../contract/paths.ts';
import type { ApplicationStep } from '../../countries/country-pack.ts';

/** Address of an application step, by the step's name. */
export function stepPath(step: ApplicationStep): string;
export function stepPath(step: ApplicationStep | undefined): string | undefined;
export function stepPath(step: ApplicationStep | undefined): string | undefined {
  return step && paths[step.name]();
}

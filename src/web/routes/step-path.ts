import { paths } from '../../contract/paths.ts';
import type { ApplicationStep } from '../../countries/country-pack.ts';

/** Where a step of the application is; addresses have the names of the steps. */
export function stepPath(step: ApplicationStep): string;
export function stepPath(step: ApplicationStep | undefined): string | undefined;
export function stepPath(step: ApplicationStep | undefined): string | undefined {
  return step && paths[step.name]();
}

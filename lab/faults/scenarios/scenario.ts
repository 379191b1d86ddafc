import type { Stage } from '../stage.ts';

/** Result of a scenario. */
export interface Finding {
  readonly isMet: boolean;
  /** Sentence with every figure. */
  readonly figure: string;
}

export interface Scenario {
  readonly name: string;
  /** Description of the fault. */
  readonly what: string;
  readonly aim: string;
  readonly run: (stage: Stage) => Promise<Finding>;
}

/** A scenario that needs no machines. */
export interface Apart extends Omit<Scenario, 'run'> {
  readonly runApart: () => Promise<Finding>;
}

import type { Stage } from '../stage.ts';

/** What a scenario showed. */
export interface Finding {
  readonly isMet: boolean;
  /** In words, with every figure. */
  readonly figure: string;
}

export interface Scenario {
  readonly name: string;
  /** What is done. */
  readonly what: string;
  readonly aim: string;
  readonly run: (stage: Stage) => Promise<Finding>;
}

/** One that needs none of the machines. */
export interface Apart extends Omit<Scenario, 'run'> {
  readonly runApart: () => Promise<Finding>;
}

import type { Dice } from '../random.ts';
import type { Actor, Play } from '../play.ts';

/** How often each kind of command comes, against the others. */
const weights = {
  confirm: 3,
  payout: 8,
  cancel: 1,
  ask: 22,
  'stranger-ask': 8,
  early: 9,
  deliver: 28,
  repeat: 4,
  'pay-by-card': 5,
  reverse: 5,
  refund: 3,
  drop: 4,
  'stranger-drop': 3,
  'stranger-look': 3,
  reject: 3,
  'give-back': 3,
  change: 9,
  'undo-change': 3,
  'pay-offer': 7,
  'write-off': 3,
  withdraw: 2,
  'end-membership': 1,
  card: 2,
  lost: 3,
  erase: 1,
  unknown: 1,
  clock: 4,
} as const;

export type Kind = keyof typeof weights;
export const KINDS = Object.keys(weights) as readonly Kind[];

/** What is tried: whose turn it is, and numbers that choose among what there is then. */
export interface Command {
  readonly kind: Kind;
  readonly who: number;
  readonly pick: number;
  readonly share: number;
}

/** How often a command is sent, and what becomes of its first try. */
export type Twist = 'once' | 'twice-at-once' | 'answer-lost' | 'killed';

/**
 * Tries a command on the product and on the model.
 * @returns what came of it, in a word; undefined where there is nothing that it could be about
 */
export type Try = (play: Play, actor: Actor, command: Command) => Promise<string | undefined>;

/** What is tried where there is nothing that a command could be about. */
export const INSTEAD: Readonly<Partial<Record<Kind, Kind>>> = {
  deliver: 'ask',
  ask: 'payout',
  payout: 'confirm',
  early: 'payout',
  repeat: 'deliver',
  reverse: 'deliver',
  refund: 'deliver',
  drop: 'ask',
  'stranger-ask': 'payout',
  'stranger-drop': 'stranger-ask',
  'stranger-look': 'payout',
  reject: 'ask',
  'give-back': 'deliver',
  change: 'deliver',
  'undo-change': 'change',
  'pay-offer': 'change',
  'write-off': 'deliver',
  cancel: 'payout',
  withdraw: 'payout',
  lost: 'deliver',
  'pay-by-card': 'deliver',
};

const total = Object.values(weights).reduce<number>((sum, weight) => sum + weight, 0);

export function drawCommand(dice: Dice, customers: number): Command {
  let left = dice.int(total);
  const kind = KINDS.find((each) => (left -= weights[each]) < 0) ?? 'ask';
  return {
    kind,
    who: dice.int(customers),
    pick: dice.int(1 << 20),
    share: Math.round(dice.share() * 1000) / 1000,
  };
}

/** Whoever knows the document number: nobody in particular, or somebody who is logged in as another customer. */
export type Stranger = 'nobody' | 'neighbour';

export function strangerOf({ pick }: Command): Stranger {
  return (pick >> 5) % 3 === 0 ? 'neighbour' : 'nobody';
}

const twists: readonly Twist[] = [
  'once',
  'once',
  'once',
  'once',
  'twice-at-once',
  'answer-lost',
  'killed',
  'once',
];

export function twistOf({ pick }: Command): Twist {
  return twists[pick >> 17] ?? 'once';
}

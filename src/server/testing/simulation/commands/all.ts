import { ask, askAsStranger, drop, early, reject } from './asking.ts';
import { payByCard } from './cards.ts';
import { askOffer, change, undoChange } from './changes.ts';
import type { Kind, Try } from './command.ts';
import { cancel, confirm, payout } from './loans.ts';
import { deliver, giveBack, refund, repeat, reverse, unknown } from './money.ts';
import { dropAsStranger, lookAsStranger } from './strangers.ts';
import { writeOff } from './write-off.ts';
import { card, endMembership, erase, lost, withdraw } from './servicing.ts';

/** How each command of one customer is tried. */
export const TRIES: Readonly<Record<Exclude<Kind, 'clock'>, Try>> = {
  confirm,
  payout,
  cancel,
  ask,
  'stranger-ask': askAsStranger,
  early,
  deliver,
  repeat,
  'pay-by-card': payByCard,
  reverse,
  refund,
  drop,
  'stranger-drop': dropAsStranger,
  'stranger-look': lookAsStranger,
  reject,
  'give-back': giveBack,
  change,
  'undo-change': undoChange,
  'pay-offer': askOffer,
  'write-off': writeOff,
  withdraw,
  'end-membership': endMembership,
  card,
  lost,
  erase,
  unknown,
};

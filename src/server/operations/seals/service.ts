export { sealedTo } from './seal.ts';
export { dueParts, keepTurn, turnOf, type Turn, type TurnOptions } from './turn.ts';
export { verifyShare } from './verify.ts';

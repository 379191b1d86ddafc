export { openedAction } from './queries.ts';

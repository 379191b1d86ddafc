export { openRequestsOf } from './list.ts';

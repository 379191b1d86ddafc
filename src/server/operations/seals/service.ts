export { verifySeals } from './verify.ts';

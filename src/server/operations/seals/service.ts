export { sealedTo } from './seal.ts';
export { verifyShare } from './verify.ts';

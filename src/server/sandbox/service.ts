export { disbursementMode } from '../integrations/payouts/sandbox.ts';

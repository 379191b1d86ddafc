export { payoutMode } from '../integrations/payouts/sandbox.ts';

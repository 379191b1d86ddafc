export { PaymentRefused, receivePayment, type IncomingPayment, type ReceivedPayment } from './receive.ts';
export { openRequests } from './queries.ts';
export { rejectInSandbox, reverseInSandbox, settleInSandbox } from './sandbox-reports.ts';

import { describeAccessible } from '../testing/accessible-screens.ts';
import { paymentScreens } from '../testing/payment-screens.ts';

describeAccessible(paymentScreens);

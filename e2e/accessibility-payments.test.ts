import { describeAccessible } from './accessible-screens.ts';
import { paymentScreens } from './payment-screens.ts';

describeAccessible(paymentScreens);

import { describeAccessible } from '../testing/accessible-screens.ts';
import { balanceScreens } from '../testing/screens.ts';

describeAccessible(balanceScreens);

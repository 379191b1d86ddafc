import { describeAccessible } from './accessible-screens.ts';
import { balanceScreens } from './screens.ts';

describeAccessible(balanceScreens);

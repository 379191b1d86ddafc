import { describeAccessible } from '../testing/accessible-screens.ts';
import { loanScreens } from '../testing/screens.ts';

describeAccessible(loanScreens);

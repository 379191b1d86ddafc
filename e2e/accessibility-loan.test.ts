import { describeAccessible } from './accessible-screens.ts';
import { loanScreens } from './screens.ts';

describeAccessible(loanScreens);

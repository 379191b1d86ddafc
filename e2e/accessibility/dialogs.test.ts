import { describeAccessible } from '../testing/accessible-screens.ts';
import { dialogScreens } from '../testing/dialog-screens.ts';

describeAccessible(dialogScreens);

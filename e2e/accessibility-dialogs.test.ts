import { describeAccessible } from './accessible-screens.ts';
import { dialogScreens } from './dialog-screens.ts';

describeAccessible(dialogScreens);

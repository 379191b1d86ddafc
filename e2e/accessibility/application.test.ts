import { describeAccessible } from '../testing/accessible-screens.ts';
import { applicationScreens } from '../testing/screens.ts';

describeAccessible(applicationScreens);

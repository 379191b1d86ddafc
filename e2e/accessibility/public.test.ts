import { describeAccessible } from '../testing/accessible-screens.ts';
import { publicScreens } from '../testing/screens.ts';

describeAccessible(publicScreens);

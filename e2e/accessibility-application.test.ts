import { describeAccessible } from './accessible-screens.ts';
import { applicationScreens } from './screens.ts';

describeAccessible(applicationScreens);

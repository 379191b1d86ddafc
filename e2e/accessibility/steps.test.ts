import { describeAccessible } from '../testing/accessible-screens.ts';
import { stepScreens } from '../testing/step-screens.ts';

describeAccessible(stepScreens);

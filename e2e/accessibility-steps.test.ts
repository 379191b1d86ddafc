import { describeAccessible } from './accessible-screens.ts';
import { stepScreens } from './step-screens.ts';

describeAccessible(stepScreens);

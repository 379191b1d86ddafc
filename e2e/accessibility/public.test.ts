import { describeAccessible } from '../testing/accessible-screens.ts';
import { entryDialogs } from '../testing/dialog-screens.ts';
import { publicScreens } from '../testing/screens.ts';
import { publicSteps } from '../testing/step-screens.ts';

describeAccessible([...publicScreens, ...entryDialogs, ...publicSteps]);

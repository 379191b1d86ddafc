import { describeAccessible } from '../testing/accessible-screens.ts';
import { applicationDialogs } from '../testing/dialog-screens.ts';
import { applicationScreens } from '../testing/screens.ts';

describeAccessible([...applicationScreens, ...applicationDialogs]);

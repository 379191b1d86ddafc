import { describeAccessible } from '../testing/accessible-screens.ts';
import { balanceScreens } from '../testing/screens.ts';
import { balanceSteps } from '../testing/step-screens.ts';

describeAccessible([...balanceScreens, ...balanceSteps]);

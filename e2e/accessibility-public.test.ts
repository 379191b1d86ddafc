import { describeAccessible } from './accessible-screens.ts';
import { publicScreens } from './screens.ts';

describeAccessible(publicScreens);

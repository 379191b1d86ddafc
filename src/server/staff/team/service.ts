export { addFirstAdministrator } from './first-administrator.ts';
export { actorOf, membersWho } from './members.ts';
export { authenticateStaff, sweptStaff } from './sessions.ts';
export { LONGEST_HOURS } from './members.ts';

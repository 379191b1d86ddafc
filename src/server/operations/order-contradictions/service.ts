export { orderContradictionCommands } from './commands.ts';
export { orderContradictionsPage } from './list.ts';

/** For a program that a test starts with no setting of the run's own; it reads the code that others of the run compiled. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  NODE_ENV: 'test',
};

/** Passes only PATH, the compile cache and `settings`, so a developer's own change no test. */
export const childEnvironment = (
  settings: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_ENV: 'test',
  ...settings,
})

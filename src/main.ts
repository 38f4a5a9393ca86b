import { runServer } from './runtime/program.ts'

/**
 * Starts the roles of `ROLES`, and nothing else: what runs in production. Signals are heard from
 * here on: the rest takes most of a second to load, and a first process of a container that hears
 * none goes on as if nothing had been said.
 */
await runServer(async (program) => {
  const [{ runRoles }, { platforms }] = await Promise.all([
    import('./run-roles.ts'),
    import('../adapters/registry.ts'),
  ])
  return runRoles(program, platforms)
})

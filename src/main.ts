import { runServer } from './runtime/program.ts'

/**
 * Production entry point. Installs signal handlers before the imports, which take most of a second:
 * a container's first process ignores signals without a handler.
 */
await runServer(async (program) => {
  const [{ runRoles }, { platforms }] = await Promise.all([
    import('./run-roles.ts'),
    import('../adapters/registry.ts'),
  ])
  return runRoles(program, platforms)
})

import { runServer } from './runtime/process/program.ts'

/**
 * Starts the roles in `ROLES`, as in production. Installs signal handlers before the imports, which
 * take most of a second: a container's first process ignores signals without a handler.
 */
export const serveRoles = (): Promise<void> =>
  runServer(async (program) => {
    const [{ runRoles }, { platforms }] = await Promise.all([
      import('./puente.ts'),
      import('../adapters/registry.ts'),
    ])
    return runRoles(program, platforms)
  })

if (import.meta.main) await serveRoles()

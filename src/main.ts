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

const WRONG_USE = 2
const NO_ARGUMENTS =
  'This starts the roles in ROLES and takes no arguments. For commands, run "bin/puente --help".\n'

if (import.meta.main) {
  if (process.argv.length === 2) await serveRoles()
  else {
    process.stderr.write(NO_ARGUMENTS)
    process.exitCode = WRONG_USE
  }
}

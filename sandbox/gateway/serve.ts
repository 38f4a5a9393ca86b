import { runServer } from '../../src/runtime/process/program.ts'

/** Starts the sandbox gateway. Dynamic import: signal handlers must exist before the rest loads. */
export const serveSandbox = (): Promise<void> =>
  runServer(async (program) => {
    const { runSandbox } = await import('./run-sandbox.ts')
    return runSandbox(program)
  })

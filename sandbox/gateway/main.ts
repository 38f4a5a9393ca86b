import { runServer } from '../../src/runtime/program.ts'

/** `npm run sandbox`. Dynamic import: signal handlers must exist before the rest loads. */
await runServer(async (program) => {
  const { runSandbox } = await import('./run-sandbox.ts')
  return runSandbox(program)
})

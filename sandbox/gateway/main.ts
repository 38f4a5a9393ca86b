import { runServer } from '../../src/runtime/program.ts'

/** `npm run sandbox`: the gateway as a process of its own. Signals are heard before the rest loads. */
await runServer(async (program) => {
  const { runSandbox } = await import('./run-sandbox.ts')
  return runSandbox(program)
})

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startVitest, type Vitest } from 'vitest/node'
import { type Option, VARIABLES } from './support/options.ts'

const HELP = `Checks a gateway against every section of the contract, over HTTP.

  npm run test:contract                                   a sandbox of its own
  npm run test:contract -- --base http://localhost:4010   any other gateway

  --base URL              {base_url}; its v1 segment may be left out
  --embed-base URL        {embed_base_url}; without it, /embed/v1 beside the base
  --sdk-url URL           {sdk_url}; without it, /sdk/v1/connect.js beside the base
  --secret-key KEY        sk_test_*; without it, the sandbox's own keys
  --live-secret-key KEY   sk_live_*; without it, checks of both environments are skipped
  --publishable-key KEY   pk_* of the test environment
  --control URL           its control routes, such as http://localhost:4010/sandbox; without them
                          the checks that need a customer, time or webhooks are skipped
  --control-key KEY       what opens the control routes from another machine
  --only TEXT             files whose name has this text, such as section-4-06
`

const names = Object.keys(VARIABLES) as Option[]

const stringOptions = Object.fromEntries(
  [...names, 'only'].map((name) => [name, { type: 'string' as const }]),
)

const readArguments = () =>
  parseArgs({ options: { ...stringOptions, help: { type: 'boolean' as const } } }).values

const complaintOf = (values: Record<string, unknown>): string | undefined => {
  for (const name of ['base', 'embed-base', 'sdk-url', 'control']) {
    const value = values[name]
    if (value === undefined) continue
    if (!/^https?:$/.test(URL.parse(String(value))?.protocol ?? '')) {
      return `--${name} must be an http or https URL, such as http://localhost:4010`
    }
  }
  const needsBase = names.find((name) => name !== 'base' && values[name] !== undefined)
  if (values.base === undefined && needsBase) return `--${needsBase} goes with --base`
  return undefined
}

const WHY_SKIPPED =
  'they need a customer, time or webhooks (--control), or both environments (--live-secret-key).'

type Task = ReturnType<Vitest['state']['getFiles']>[number]['tasks'][number]

const skippedIn = (suite: { tasks: Task[] }): Task[] =>
  suite.tasks.flatMap((task) =>
    task.type === 'suite' ? skippedIn(task) : task.mode === 'skip' ? [task] : [],
  )

const fail = (complaint: string): never => {
  process.stderr.write(`${complaint}\n\n${HELP}`)
  process.exit(2)
}

const argumentsRead = (): Record<string, unknown> => {
  try {
    return readArguments()
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const preflight = async (values: Record<string, unknown>): Promise<string | undefined> => {
  if (values.base === undefined) return undefined
  const base = String(values.base).replace(/\/+$/, '')
  const me = `${/\/v1$/.test(base) ? base : `${base}/v1`}/me`
  const key = String(values['secret-key'] ?? 'sk_test_sandbox')
  const answer = await fetch(me, {
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => error)
  if (answer instanceof Error) return `Nothing answers at ${me}: ${answer.cause ?? answer.message}`
  if (answer.status === 401) return `${me} refuses the secret key; give --secret-key`
  return answer.ok ? undefined : `${me} answers ${answer.status} instead of 200`
}

/** Runs the files serially: they may share a gateway, and each moves its clock. */
const run = async (values: Record<string, unknown>): Promise<void> => {
  for (const name of names) {
    if (values[name] !== undefined) process.env[VARIABLES[name]] = String(values[name])
  }
  const vitest = await startVitest('test', values.only === undefined ? [] : [String(values.only)], {
    config: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/contract/**/*.test.ts'],
    // Only our own sandbox needs a database.
    globalSetup: values.base === undefined ? ['test/support/postgres-server.ts'] : [],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    fileParallelism: false,
    isolate: false,
    watch: false,
  })
  const skipped = vitest.state.getFiles().flatMap((file) => skippedIn(file)).length
  await vitest.close()
  if (skipped > 0) process.stdout.write(`\n${skipped} checks were skipped: ${WHY_SKIPPED}\n`)
}

const values = argumentsRead()
const complaint = complaintOf(values)
if (values.help) process.stdout.write(HELP)
else if (complaint) fail(complaint)
else {
  const obstacle = await preflight(values)
  if (obstacle) {
    process.stderr.write(`${obstacle}\n`)
    process.exitCode = 2
  } else await run(values)
}

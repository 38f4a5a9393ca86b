import { parseArgs } from 'node:util'
import { errorText } from '../src/runtime/text/describe-error.ts'
import { type OperatorSides, openOperatorSides } from './contenders/operator-side.ts'
import { benchCheckouts } from './lanes/checkouts.ts'
import { benchDashboard } from './lanes/dashboard.ts'
import { benchEvents } from './lanes/events.ts'
import { benchFlood } from './lanes/flood.ts'
import { benchIntake } from './lanes/intake.ts'
import { benchLatency } from './lanes/latency.ts'
import { benchMillion } from './lanes/million.ts'
import { benchMixed } from './lanes/mixed.ts'
import { benchOpenLoop } from './lanes/open-loop.ts'
import { benchOperator } from './lanes/operator.ts'
import { benchReconcile } from './lanes/reconcile.ts'
import { benchRest } from './lanes/rest.ts'
import { benchSandbox } from './lanes/sandbox.ts'
import { benchScale } from './lanes/scale.ts'
import { benchTraces } from './lanes/traces.ts'
import { type Extent, FULL, QUICK } from './measure/extent.ts'
import { say } from './measure/progress.ts'
import { isWrittenByItself, writeDocs, writeDocsOf } from './report/docs.ts'
import { describeMachine } from './report/machine.ts'
import { panelsOf } from './report/panels.ts'
import { type Findings, printSection } from './report/section.ts'
import { judge, sectionOfTargets } from './report/targets.ts'

const USAGE = `npm run bench -- [options]

Measures Puente beside others on this machine, in turns, and prints medians and ratios. It takes about
35 minutes and 5 GB of disk for the time it runs, and needs redis-server on the PATH.

  --only NAME    one bench: events, intake, open-loop, latency, checkouts, mixed, flood, scale,
                 rest, million, operator, dashboard;
                 or one that does not run by itself: reconcile, sandbox, traces
  --rounds N     so many rounds instead of 3
  --quick        one short round, to see that everything works: its figures say little
  --million      with --only reconcile: a million payments as well
  --check        exit with 1 when a target is missed, and say which; not for one that the page
                 lists as not reached
  --write-docs   write docs/performance.md and its chart; with --only operator, dashboard or traces,
                 only what it says of that`

const ALWAYS: Record<string, (extent: Extent, sides: OperatorSides) => Promise<Findings>> = {
  events: benchEvents,
  intake: benchIntake,
  'open-loop': benchOpenLoop,
  latency: benchLatency,
  checkouts: benchCheckouts,
  mixed: benchMixed,
  flood: benchFlood,
  scale: benchScale,
  rest: benchRest,
  million: benchMillion,
  operator: benchOperator,
  dashboard: benchDashboard,
}
const onDemand = ({ million }: { million: boolean }): typeof ALWAYS => ({
  reconcile: () => benchReconcile({ million }),
  sandbox: benchSandbox,
  traces: benchTraces,
})

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      million: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { only, 'write-docs': writesDocs } = values
  const base = values.quick ? QUICK : FULL
  const rounds = Number(values.rounds ?? base.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds: a whole number from 1')
  if (writesDocs && only !== undefined && !isWrittenByItself(only)) {
    throw new Error(`--write-docs: not with --only ${only}`)
  }
  return { ...values, writesDocs, extent: { ...base, rounds } }
}

const chosen = ({ only, million }: ReturnType<typeof readOptions>): typeof ALWAYS => {
  if (only === undefined) return ALWAYS
  const bench = { ...ALWAYS, ...onDemand({ million }) }[only]
  if (!bench) throw new Error(`--only: there is no bench ${only}`)
  return { [only]: bench }
}

interface All extends Pick<Required<Findings>, 'figures'> {
  sections: Map<string, Findings['sections']>
  failed: string[]
}

const runAll = async (benches: typeof ALWAYS, extent: Extent): Promise<All> => {
  const sections: All['sections'] = new Map()
  const figures: Record<string, number> = {}
  const failed: string[] = []
  const sides = openOperatorSides()
  for (const [name, bench] of Object.entries(benches)) {
    const startedAt = performance.now()
    say(`${name} …`)
    try {
      const found = await bench(extent, sides)
      found.sections.forEach(printSection)
      sections.set(name, found.sections)
      Object.assign(figures, found.figures)
    } catch (error) {
      console.error(`${name} failed: ${errorText(error)}`)
      failed.push(name)
    }
    say(`${name} took ${Math.round((performance.now() - startedAt) / 1_000)} seconds`)
  }
  await sides.stop()
  return { sections, figures, failed }
}

/** Returns false if a bench failed or, with `--check`, a target was missed or not measured. */
const isWell = async (): Promise<boolean> => {
  const options = readOptions()
  if (options.help) {
    console.log(USAGE)
    return true
  }
  const { sections, figures, failed } = await runAll(chosen(options), options.extent)
  const isWhole = options.only === undefined
  const judged = judge(figures).filter(({ measured }) => isWhole || measured !== undefined)
  const targets = sectionOfTargets(judged)
  if (judged.length > 0) printSection(targets)
  const machine = describeMachine()
  console.log(`\n${machine}`)
  if (options.writesDocs && failed.length === 0) {
    const command = ['npm run bench --', ...process.argv.slice(2)].join(' ')
    const of = sections.get(options.only ?? '')
    if (options.only && of) writeDocsOf(options.only, [...of, targets], { machine, command })
    else writeDocs(sections, { targets, panels: panelsOf(figures), machine, command })
  }
  const isMissed = judged.some(({ isMet, limit }) => !isMet && !limit)
  return failed.length === 0 && !(options.check && isMissed)
}

// Child processes end in `exit` handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.exitCode = await isWell().then(
  (well) => (well ? 0 : 1),
  (error) => {
    console.error(error instanceof Error ? error.message : error)
    return 1
  },
)

import { UserError } from '../../src/runtime/failure.ts'
import { type Program, runProgram } from '../../src/runtime/process/program.ts'
import { openProgress } from '../../src/runtime/process/progress.ts'
import { tryFailovers } from './failover/failover.ts'
import type { OnEnd } from './failover/run-trial.ts'
import { planHistory } from './history-plan.ts'
import { type PlayedHistory, playHistory, possibleDisasters } from './live-through.ts'
import { HELP, readOptions } from './options.ts'
import { complaint, headline, lineOf, sumLine } from './summary.ts'
import { type Backend, type Lane, openLane } from './world/lane.ts'
import { runInOwnNamespace } from './world/own-namespace.ts'

const progress = openProgress()

const say = (text: string): void => {
  progress.clear()
  process.stdout.write(text)
}

/** Histories that must cover every disaster. */
const ENOUGH_FOR_EVERYTHING = 20

const chaos = async ({ open }: Program): Promise<'ended'> => {
  const options = readOptions(process.argv.slice(2), Date.now())
  if (options.help) {
    say(HELP)
    return 'ended'
  }
  if (options.failover) {
    const { trials, ...more } = options.failover
    const closers: (() => Promise<void>)[] = []
    await open(
      async () => closers,
      async () => void (await Promise.all(closers.map((close) => close()))),
    )
    const onEnd: OnEnd = (close) => void closers.push(close)
    const { keepLogs } = options
    await tryFailovers(trials, { ...more, keepLogs, say, show: progress.show, onEnd })
    return 'ended'
  }
  let isFine = true
  const lanes: Lane[] = []
  for (const backend of options.lanes) {
    const lane = await open(
      () => openLane(backend),
      async (opened) => opened?.close({ keepLogs: options.keepLogs || !isFine }),
    )
    if (!lane) continue
    lanes.push(lane)
    if (!lane.disk.canBeFilled) say('No disk is full: this process may not mount a file system.\n')
  }
  if (lanes.length === 0) throw new UserError('There is no backend to run on.')

  say(headline())
  const all: { backend: Backend; lived: PlayedHistory }[] = []
  const moments = new Map<Backend, string>()
  /** A single seed runs on each backend. */
  const seedsOf = (lane: number): { first: number; step: number } =>
    options.isSingle
      ? { first: 0, step: Number.POSITIVE_INFINITY }
      : { first: lane, step: lanes.length }
  const liveOn = async (lane: Lane, index: number): Promise<void> => {
    const possible = possibleDisasters(lane)
    const { first, step } = seedsOf(index)
    for (let n = first; n < options.histories && Date.now() < options.untilMs; n += step) {
      const seed = options.firstSeed + n
      const plan = planHistory(seed, { orders: options.orders, possible })
      const lived = await playHistory(lane, plan, {
        onMoment: (what) => {
          moments.set(lane.backend, `${lane.backend} ${seed}: ${what}`)
          progress.show(`${all.length} lived; ${[...moments.values()].join('; ')}`)
        },
      })
      all.push({ backend: lane.backend, lived })
      say(lineOf(lane.backend, lived))
      if (options.story) say(lived.story.map((moment) => `    ${moment}\n`).join(''))
      if (lived.wrong.length === 0) continue
      isFine = false
      say(complaint(lane.backend, lived, `${lane.logs}/seed-${seed}`))
    }
  }
  await Promise.all(lanes.map(liveOn))
  say(sumLine(all))
  const struck = new Set(all.flatMap(({ lived }) => lived.struck))
  const missed = lanes.flatMap(possibleDisasters).filter((name) => !struck.has(name))
  if (all.length >= ENOUGH_FOR_EVERYTHING && missed.length > 0) {
    throw new UserError(`These never struck: ${[...new Set(missed)].join(', ')}`)
  }
  if (!isFine) throw new UserError('Something was lost, or the books do not agree (see above).')
  return 'ended'
}

const elsewhere = await runInOwnNamespace()
if (elsewhere === undefined) await runProgram(chaos)
else process.exitCode = elsewhere

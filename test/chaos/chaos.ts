import { UserError } from '../../src/platform/failure.ts'
import { type Program, runProgram } from '../../src/platform/program.ts'
import { DISASTER_NAMES, DISASTERS } from './disasters.ts'
import { planHistory } from './history-plan.ts'
import { canHappen, type Lived, liveThrough } from './live-through.ts'
import { HELP, readOptions } from './options.ts'
import { complaint, headline, lineOf, sumLine } from './summary.ts'
import { type Backend, type Lane, openLane } from './world/lane.ts'

const say = (text: string): void => {
  process.stdout.write(text)
}

/** `npm run chaos`: histories full of disasters, one after the other on each backend. */
const chaos = async ({ onEnd }: Program): Promise<'ended'> => {
  const options = readOptions(process.argv.slice(2), Date.now())
  if (options.help) {
    say(HELP)
    return 'ended'
  }
  let isFine = true
  const lanes: Lane[] = []
  for (const backend of options.backends) {
    const lane = await openLane(backend)
    if (!lane) continue
    lanes.push(lane)
    onEnd(() => lane.close({ keepLogs: options.keepLogs || !isFine }))
    for (const name of DISASTER_NAMES) {
      if (canHappen(DISASTERS[name], lane) || backend === 'embedded') continue
      say(`Left out, because this process may not mount a file system: ${name}\n`)
    }
  }
  if (lanes.length === 0) throw new UserError('There is no backend to run on.')

  say(headline())
  const all: { backend: Backend; lived: Lived }[] = []
  const isSingle =
    Number.isFinite(options.histories) && options.histories === options.backends.length
  let begun = 0
  const liveOn = async (lane: Lane): Promise<void> => {
    while (begun < options.histories && Date.now() < options.untilMs) {
      const seed = isSingle ? options.firstSeed : options.firstSeed + begun
      begun += 1
      const lived = await liveThrough(lane, planHistory(seed, options))
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
  if (!isFine) throw new UserError('Something was lost, or the books do not agree (see above).')
  return 'ended'
}

await runProgram(chaos)

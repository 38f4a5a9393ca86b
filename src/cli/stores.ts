import { platforms } from '../../adapters/registry.ts'
import { listStores } from '../db/stores.ts'
import { readClockOffsetMs } from '../db/test-clock.ts'
import { addMs, systemClock } from '../runtime/clock.ts'
import { UserError } from '../runtime/failure.ts'
import { printable } from '../runtime/printable.ts'
import { type Program, runProgram } from '../runtime/program.ts'
import { chosenFrom, inWordsOfCaller } from './command-line.ts'
import { openCommandDb } from './open-command-db.ts'
import { add } from './stores/add.ts'
import { alerts } from './stores/alerts.ts'
import { givenOptions, readArguments, refuseOthers, type Values } from './stores/arguments.ts'
import { changePolicy } from './stores/change-policy.ts'
import { disable, enable, remove } from './stores/end.ts'
import { keys } from './stores/keys.ts'
import { rotate } from './stores/rotate.ts'
import { show } from './stores/show.ts'
import { update } from './stores/update.ts'
import { usageOf } from './stores/usage.ts'
import { openWorkplace, placeOf, type Workplace } from './stores/workplace.ts'

type Command = (workplace: Workplace, values: Values, more: readonly string[]) => Promise<void>

const list: Command = async ({ connecting }) => {
  for (const store of await listStores(connecting.query)) {
    const { id, environment, platform, name, notify_url: notifyUrl } = store
    const more = store.disabled_at ? ['disabled'] : []
    const columns = [id, environment, platform, name, notifyUrl ?? '-', ...more]
    console.log(columns.map(printable).join('\t'))
  }
}

/** The commands that platforms bring, by name. */
const ofPlatforms = (): Record<string, Command> =>
  Object.fromEntries(
    platforms.flatMap((platform) =>
      Object.entries(platform.cli.commands ?? {}).map(([name, { options, run }]) => [
        name,
        (workplace: Workplace, values: Values) => {
          refuseOthers(values, { command: name, options })
          return run(placeOf(workplace, platform), givenOptions(values))
        },
      ]),
    ),
  )

const COMMANDS: Record<string, Command> = {
  list,
  show,
  add,
  ...ofPlatforms(),
  update,
  policy: changePolicy,
  keys,
  rotate,
  alerts,
  disable,
  enable,
  remove,
}

const stores = async (program: Program): Promise<'ended'> => {
  const { positionals, values } = readArguments(platforms)
  const [name = '', ...more] = positionals
  if (values.help || name === 'help') {
    console.log(inWordsOfCaller(usageOf(platforms)))
    return 'ended'
  }
  if (name === '') throw new UserError(inWordsOfCaller(usageOf(platforms)))
  const command = chosenFrom(COMMANDS, name, { command: 'stores' })
  const { settings, db, log } = await openCommandDb(program, 'stores', platforms)
  // With the clock that the running processes have, where a test has moved theirs.
  const now = addMs(systemClock.now(), await readClockOffsetMs(db.query))
  await command(await openWorkplace({ settings, platforms, db, now, log }), values, more)
  return 'ended'
}

await runProgram(stores)

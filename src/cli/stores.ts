import { platforms } from '../../adapters/registry.ts'
import type { StoreRow } from '../db/db.ts'
import { listStores } from '../db/stores.ts'
import { readClockOffsetMs } from '../db/test-clock.ts'
import { addressWithoutSecrets } from '../payments/stores/secret-hints.ts'
import { addMs, systemClock } from '../runtime/clock.ts'
import { actAs } from '../runtime/current-actor.ts'
import { UserError } from '../runtime/failure.ts'
import { printable } from '../runtime/printable.ts'
import { type Program, runProgram } from '../runtime/program.ts'
import { auditedCommand } from './audited-command.ts'
import { chosenFrom, inWordsOfCaller } from './command-line.ts'
import { COMMAND_LINE } from './command-program.ts'
import { openCommandDb } from './open-command-db.ts'
import { printJson } from './print-json.ts'
import { add } from './stores/add.ts'
import { alerts } from './stores/alerts.ts'
import {
  givenOptions,
  readArguments,
  refuseOthers,
  textOf,
  type Values,
} from './stores/arguments.ts'
import { changePolicy } from './stores/change-policy.ts'
import { disable, enable, remove } from './stores/end.ts'
import { keys } from './stores/keys.ts'
import { rotate } from './stores/rotate.ts'
import { show } from './stores/show.ts'
import { update } from './stores/update.ts'
import { usageOf } from './stores/usage.ts'
import { openWorkplace, placeOf, type Workplace } from './stores/workplace.ts'

type Command = (workplace: Workplace, values: Values, more: readonly string[]) => Promise<void>

const list: Command = async ({ connecting }, { json }) => {
  const found = await listStores(connecting.query)
  if (json) return printJson({ data: found.map(storeInJson) })
  for (const store of found) {
    const { id, environment, platform, name, notify_url: notifyUrl } = store
    const more = store.disabled_at ? ['disabled'] : []
    const columns = [id, environment, platform, name, notifyUrl ?? '-', ...more]
    console.log(columns.map(printable).join('\t'))
  }
}

const storeInJson = ({ id, environment, platform, name, notify_url, disabled_at }: StoreRow) => ({
  ...{ id, environment, platform, name },
  notify_url: notify_url === null ? null : addressWithoutSecrets(notify_url),
  disabled_at,
})

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
  // Follow a moved test clock.
  const now = addMs(systemClock.now(), await readClockOffsetMs(db.query))
  const workplace = await openWorkplace({ settings, platforms, db, now, log })
  const run = () => command(workplace, values, more)
  if (isReading(name, more, values)) await run()
  else await auditedCommand(db.query, entryOf([name, ...more], values), run)
  return 'ended'
}

const isReading = (name: string, [sub = 'list']: readonly string[], values: Values): boolean => {
  if (name === 'alerts') return givenNames(values).every((each) => each === 'id' || each === 'test')
  return name === 'list' || name === 'show' || (name === 'keys' && sub === 'list')
}

const givenNames = (values: Values): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value ? [name] : []))

/** Option names only: many values are secrets. */
const entryOf = (command: readonly string[], values: Values) => ({
  action: `stores ${command.slice(0, 2).join(' ')}`,
  subject: command[2] ?? textOf(values, 'id'),
  storeId: textOf(values, 'id'),
  request: { options: givenNames(values) },
})

await runProgram((program) => actAs(COMMAND_LINE, () => stores(program)))

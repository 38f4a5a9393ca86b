import { platforms } from '../../adapters/registry.ts'
import type { DbQuery } from '../db/db.ts'
import { countToReseal, reseal } from '../db/reseal.ts'
import { type KeyInUse, keysInUse } from '../db/sealed-values.ts'
import { acceptLossOfKeys, KEY_STATES } from '../db/sealing-check.ts'
import { sealedPlacesOf } from '../payments/ports/platform.ts'
import { UserError } from '../runtime/failure.ts'
import { type Program, runProgram } from '../runtime/program.ts'
import { openProgress } from '../runtime/progress.ts'
import { createSecretSealer, type SecretSealer } from '../runtime/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../runtime/sealing-key-file.ts'
import { auditedCommand } from './audited-command.ts'
import { chosenFrom, inWordsOfCaller, readOptions, wrongUse } from './command-line.ts'
import { counted } from './counted.ts'
import { openCommandDb } from './open-command-db.ts'
import { printJson } from './print-json.ts'

const PLACES = sealedPlacesOf(platforms)

const USAGE = `The keys that seal the secrets in the database (SEALING_KEYS).

  npm run keys -- status [--json]     how many secrets each key has sealed, and whether it is given
  npm run keys -- reseal [--dry]      seals by the first key what the others have sealed
  npm run keys -- accept-loss --yes   goes on without keys that are lost: what they sealed is lost, too

  --dry   say how much would be resealed, and change nothing

To change the key: give all processes the new one behind the old (SEALING_KEYS=old:…,new:…), start
them anew, put the new one first, start them anew, reseal, and take the old one away once "status"
says that nothing needs it. "reseal" works beside running processes, and goes on where it was
stopped. Nothing of this ever prints a key.`

const keys = async (program: Program): Promise<'ended'> => {
  const { positionals, values } = readArguments()
  const [command] = positionals
  if (values.help || command === 'help') {
    console.log(inWordsOfCaller(USAGE))
    return 'ended'
  }
  if (!command) throw new UserError(inWordsOfCaller(USAGE))
  const run = chosenFrom(COMMANDS, command, { command: 'keys' })
  if (values.json && run !== showStatus) throw wrongUse('keys', `"${command}" takes no --json`)
  const { settings, db } = await openCommandDb(program, 'keys', platforms)
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  const act = () => run({ query: db.query, sealer }, values)
  if (run === showStatus || values.dry) await act()
  else await auditedCommand(db.query, { action: `keys ${command}` }, act)
  return 'ended'
}

const readArguments = () =>
  readOptions('keys', {
    allowPositionals: true,
    options: {
      dry: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })

type Values = ReturnType<typeof readArguments>['values']
type Command = (deps: { query: DbQuery; sealer: SecretSealer }, values: Values) => Promise<void>

const showStatus: Command = async ({ query, sealer }, { json }) => {
  const inUse = await keysInUse(query, sealer, PLACES)
  const unused = sealer.keyIds.filter((id) => !inUse.some(({ keyId }) => keyId === id))
  if (json) {
    const given = unused.map((keyId) => ({ keyId, state: 'opens' as const, values: 0, places: {} }))
    const data = [...inUse, ...given].map(({ keyId, state, values, places }) => ({
      ...{ key: keyId, given: state === 'opens', seals: keyId === sealer.keyIds[0] },
      ...{ state, secrets: values, places },
    }))
    printJson({ data })
  }
  for (const key of json ? [] : inUse) console.log(lineOf(key, sealer))
  for (const id of json ? [] : unused) {
    const isFirst = id === sealer.keyIds[0]
    console.log(`${id}\t0 secrets\t${isFirst ? 'given, seals' : 'given, not needed any more'}`)
  }
  if (inUse.some(({ state }) => state !== 'opens')) {
    throw new UserError('Secrets need keys that SEALING_KEYS does not have.')
  }
}

const lineOf = ({ keyId, state, values, places }: KeyInUse, { keyIds }: SecretSealer): string =>
  [
    keyId,
    `${values} secrets`,
    keyId === keyIds[0] && state === 'opens' ? 'given, seals' : KEY_STATES[state],
    Object.entries(places)
      .map(([place, count]) => `${place} ${count}`)
      .join(', '),
  ].join('\t')

const resealAll: Command = async ({ query, sealer }, { dry }) => {
  const [first] = sealer.keyIds
  const total = await countToReseal(query, sealer, PLACES)
  if (dry) {
    console.log(`${counted(total, 'secret')} would be sealed by "${first}". Nothing was changed.`)
    return
  }
  const progress = openProgress()
  const { resealed, notOpened, changed } = await reseal(query, sealer, PLACES, (done) =>
    progress.show(`${done} of ${total}`),
  ).finally(progress.clear)
  console.log(`${counted(resealed, 'secret', ['is', 'are'])} sealed by "${first}" now.`)
  if (changed > 0)
    console.log(
      `${counted(changed, 'secret', ['was', 'were'])} written by others meanwhile: run this again.`,
    )
  if (notOpened > 0) {
    throw new UserError(
      `${counted(notOpened, 'secret', ['was left as it is', 'were left as they are'])}: no given key opens ${notOpened === 1 ? 'it' : 'them'} ("npm run keys -- status").`,
    )
  }
}

const acceptLoss: Command = async ({ query, sealer }, { yes }) => {
  const lost = (await keysInUse(query, sealer, PLACES)).filter(({ state }) => state !== 'opens')
  for (const key of lost) console.log(lineOf(key, sealer))
  if (lost.length === 0) {
    console.log('Nothing is lost: the given keys open all secrets.')
    return
  }
  if (!yes) throw new UserError('Nothing was changed. With --yes Puente starts without these keys.')
  await acceptLossOfKeys(query, sealer)
  console.log(
    'Puente starts with the given keys now. Connect each shop anew (stores add --replace).',
  )
}

const COMMANDS: Record<string, Command> = {
  status: showStatus,
  reseal: resealAll,
  'accept-loss': acceptLoss,
}

await runProgram(keys)

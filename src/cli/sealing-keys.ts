import { countToReseal, reseal } from '../db/installation/reseal.ts'
import { type KeyInUse, keysInUse } from '../db/installation/sealed-values.ts'
import { acceptLossOfKeys, KEY_STATES } from '../db/installation/sealing-check.ts'
import { sealedPlacesOf } from '../payments/ports/platform.ts'
import { UserError } from '../runtime/failure.ts'
import { openProgress } from '../runtime/process/progress.ts'
import { createSecretSealer, type SecretSealer } from '../runtime/secrets/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../runtime/secrets/sealing-key-file.ts'
import { openCommandDb } from './context/open-command-db.ts'
import { auditedCommand } from './terminal/audited-command.ts'
import type { CommandProgram } from './terminal/command-program.ts'
import { counted, printReportJson } from './terminal/print.ts'
import { printTable } from './terminal/table.ts'

const openSealing = async (program: CommandProgram) => {
  const { settings, query } = await openCommandDb(program, 'keys')
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  return { query, sealer, sealed: sealedPlacesOf(program.platforms) }
}

/** Counts secrets per key. Fails if a needed key is missing. */
export const showKeyStatus = async (
  program: CommandProgram,
  { json }: { json: boolean },
): Promise<void> => {
  const { query, sealer, sealed } = await openSealing(program)
  const inUse = await keysInUse(query, sealer, sealed)
  const unused = sealer.keyIds.filter((id) => !inUse.some(({ keyId }) => keyId === id))
  if (json) {
    const given = unused.map((keyId) => ({ keyId, state: 'opens' as const, values: 0, places: {} }))
    const data = [...inUse, ...given].map(({ keyId, state, values, places }) => ({
      key: keyId,
      given: state === 'opens',
      seals: keyId === sealer.keyIds[0],
      state,
      secrets: values,
      places,
    }))
    printReportJson({ data })
  } else {
    const used = inUse.map((key) => rowOf(key, sealer))
    const spare = unused.map((id) => [
      id,
      '0 secrets',
      id === sealer.keyIds[0] ? 'given, seals' : 'given, no longer needed',
    ])
    printTable(COLUMNS, [...used, ...spare], { none: 'No keys.' })
  }
  if (inUse.some(({ state }) => state !== 'opens')) {
    throw new UserError('SEALING_KEYS lacks keys that stored secrets need.')
  }
}

const COLUMNS = ['KEY', 'SECRETS', 'STATE', { header: 'PLACES', yields: 'cut' }] as const

const rowOf = ({ keyId, state, values, places }: KeyInUse, { keyIds }: SecretSealer): string[] => [
  keyId,
  `${values} secrets`,
  keyId === keyIds[0] && state === 'opens' ? 'given, seals' : KEY_STATES[state],
  Object.entries(places)
    .map(([place, count]) => `${place} ${count}`)
    .join(', '),
]

/** Seals with the first key. Fails if some secrets cannot be opened. */
export const resealSecrets = async (
  program: CommandProgram,
  { dry }: { dry: boolean },
): Promise<void> => {
  const { query, sealer, sealed } = await openSealing(program)
  const [first] = sealer.keyIds
  const total = await countToReseal(query, sealer, sealed)
  if (dry) {
    console.log(`Would reseal ${counted(total, 'secret')} with "${first}". Nothing was changed.`)
    return
  }
  await auditedCommand(query, { action: 'keys reseal' }, async () => {
    const progress = openProgress()
    const { resealed, notOpened, changed } = await reseal(query, sealer, sealed, (done) =>
      progress.show(`${done} of ${total}`),
    ).finally(progress.clear)
    console.log(`Resealed ${counted(resealed, 'secret')} with "${first}".`)
    if (changed > 0) {
      console.log(`${counted(changed, 'secret')} changed meanwhile. Run the command again.`)
    }
    if (notOpened > 0) {
      throw new UserError(
        `Skipped ${counted(notOpened, 'secret')} that none of the given keys opens. Run "puente keys status" for details.`,
      )
    }
  })
}

/** Lets Puente start without the lost keys. Their secrets stay sealed forever. */
export const acceptLoss = async (
  program: CommandProgram,
  { yes }: { yes: boolean },
): Promise<void> => {
  const { query, sealer, sealed } = await openSealing(program)
  await auditedCommand(query, { action: 'keys accept-loss' }, async () => {
    const lost = (await keysInUse(query, sealer, sealed)).filter(({ state }) => state !== 'opens')
    if (lost.length > 0) {
      const rows = lost.map((key) => rowOf(key, sealer))
      printTable(COLUMNS, rows, { none: '' })
    } else {
      console.log('No key is lost: the given keys open all secrets.')
      return
    }
    if (!yes) {
      throw new UserError('Nothing was changed. Use --yes to start without these keys.')
    }
    await acceptLossOfKeys(query, sealer)
    console.log(
      'Puente now starts with the given keys. Reconnect each store ("puente stores add --replace").',
    )
  })
}

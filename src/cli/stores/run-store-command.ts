import type { Command } from 'commander'
import { storeSecretVariables } from '../../../config/settings.ts'
import { nowOfInstallation } from '../../db/installation/test-clock.ts'
import { maskSecrets, maskTypedCardNumbers } from '../../runtime/text/masking.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { readStoreOptions } from './options.ts'
import { openStoreCommand, type StoreCommandContext } from './workplace.ts'

export type StoreCommand<Options> = (
  workplace: StoreCommandContext,
  options: Options,
  /** `names`: the options given, in kebab case. */
  given: { argument: string; names: readonly string[] },
) => Promise<void>

/** Runs a command, and audits it if it changes something. */
export const runStoreCommand = async <Options>(
  program: CommandProgram,
  {
    command,
    act,
    isReading,
    readsEnvironment,
    audits,
  }: {
    command: Command
    act: StoreCommand<Options>
    isReading: (names: readonly string[]) => boolean
    /** Environment variables may hold secrets. */
    readsEnvironment: boolean
    /** Options whose values the audit log keeps. */
    audits: readonly string[]
  },
): Promise<void> => {
  const { platforms } = program
  const { options, names } = readStoreOptions(command, {
    variables: storeSecretVariables(platforms),
    environment: readsEnvironment ? process.env : {},
  })
  const { settings, db, query, log } = await openCommandDb(program, 'stores')
  const now = await nowOfInstallation(query)
  const workplace = await openStoreCommand({ settings, platforms, db, query, now, log })
  const [argument] = command.args
  const storeId = typeof options.id === 'string' ? options.id : undefined
  // The command tree declares the options.
  const run = () => act(workplace, options as Options, { argument: argument ?? '', names })
  if (isReading(names)) await run()
  else {
    await auditedCommand(
      query,
      {
        action: pathOf(command),
        subject: argument ?? storeId,
        storeId,
        // Option names only: many values are secrets.
        request: { options: names, ...auditedValues(options, audits) },
      },
      run,
    )
  }
}

/** As typed: `stores rotate api-key`. */
const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

const auditedValues = (options: object, audits: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      audits.includes(name) && typeof value === 'string'
        ? [[name, maskSecrets(maskTypedCardNumbers(value))]]
        : [],
    ),
  )

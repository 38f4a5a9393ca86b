import { constants } from 'node:os'
import { Command } from 'commander'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import { readVersion } from '../../runtime/version.ts'
import { cardNumberIn, didYouMean } from '../terminal/command-line.ts'
import { addAlertCommands } from './alerts.ts'
import { addCompletionCommands } from './completion.ts'
import { addCustomerCommands } from './customers.ts'
import { addHelpCommands, HELP_STYLE, notes } from './help.ts'
import { addInstallationCommands } from './installation.ts'
import { addLinkCommands } from './links.ts'
import { addOrderCommands } from './orders.ts'
import { addPaymentRequestCommands } from './payment-requests.ts'
import { addPrivacyCommands } from './privacy.ts'
import { addReconcileCommands } from './reconcile.ts'
import { addRemoteCommands } from './remote.ts'
import { addRestoreCommands } from './restore.ts'
import { addServerCommands } from './servers.ts'
import { addStoreCommands } from './stores.ts'
import { addTaskCommands } from './tasks.ts'
import { addUserCommands } from './users.ts'

/** Commands import their code when they run. */
export const commandTree = (platforms: readonly PlatformAdapter[] = []): Command => {
  const root = new Command('puente')
    .description('Connects storefront orders to card payments.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp(HELP_STYLE)
    .enablePositionalOptions()
    // Throw instead of exiting: the caller sets the exit code.
    .exitOverride()
    .configureOutput({ writeOut: print })
    .addHelpText('after', notes(EXIT_CODES))
    .hook('preAction', (_, command) => {
      const refusal = cardNumberIn(command.opts())
      if (refusal) command.error(refusal)
    })
  root.commandsGroup('Run Puente:')
  addServerCommands(root)
  root.commandsGroup('Stores and orders:')
  addStoreCommands(root, platforms)
  addOrderCommands(root)
  addLinkCommands(root)
  addCustomerCommands(root)
  addPaymentRequestCommands(root)
  root.commandsGroup('Work and alerts:')
  addTaskCommands(root)
  addReconcileCommands(root)
  addRestoreCommands(root)
  addAlertCommands(root)
  root.commandsGroup('People and installation:')
  addUserCommands(root)
  addPrivacyCommands(root)
  addInstallationCommands(root)
  root.commandsGroup('Develop a shop:')
  addRemoteCommands(root)
  root.commandsGroup('More:')
  addCompletionCommands(root)
  addHelpCommands(root)
  explainMistakes(root, root.name())
  return root
}

/** Adds the `--help` of the failed command to Commander's errors. */
const explainMistakes = (command: Command, path: string): void => {
  command
    .showHelpAfterError(`Run "${path} --help" for usage.`)
    .configureOutput({ outputError: (text, write) => write(explained(text, command, path)) })
  for (const each of command.commands) explainMistakes(each, `${path} ${each.name()}`)
}

const explained = (text: string, command: Command, path: string): string => {
  const [, unknown] = /^error: unknown command '([^']*)'/.exec(text) ?? []
  if (unknown !== undefined) return unknownCommand(command, { path, word: unknown })
  // Commander passes unknown words to a group's `list`.
  const [word] = command.args
  const isList = command.name() === 'list' && command.registeredArguments.length === 0
  if (command.parent && isList && word !== undefined && !word.startsWith('-')) {
    return unknownCommand(command.parent, { path: path.replace(/ list$/, ''), word })
  }
  // Commander checks required options first, but a misspelled one is more helpful.
  const stray = command.args.find((each) => each.startsWith('-'))
  if (stray !== undefined && text.startsWith('error: required option')) {
    const flags = command.options.flatMap(({ long }) => long ?? [])
    return `Unknown option "${stray}".${didYouMean(stray, flags)}\n`
  }
  return text
    .replace(/^error: (.)/, (_, first: string) => first.toUpperCase())
    .replace('\n(Did', ' (Did')
}

const unknownCommand = (group: Command, { path, word }: { path: string; word: string }): string => {
  const names = group.commands.map((each) => each.name())
  const hint = didYouMean(word, names) || ` Commands: ${names.join(', ')}`
  return `Unknown command "${path} ${word}".${hint}\n`
}

/** Exits on a closed pipe. */
const print = (text: string): void => {
  process.stdout.once('error', () => process.exit(128 + constants.signals.SIGPIPE))
  process.stdout.write(text)
}

const EXIT_CODES = `
Settings come from the environment and from .env in the current folder. "listen", "trigger" and "demo-data" need none;
from the .env of another program they read only PUENTE_URL and PUENTE_API_KEY.
Exit codes: 0, success; 1, failure; 2, wrong usage, or a person has to look; above 128, ended by a signal.`

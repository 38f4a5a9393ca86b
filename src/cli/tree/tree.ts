import { constants } from 'node:os'
import { Command } from 'commander'
import { cardNumberIn } from '../command-line.ts'
import { addAlerts } from './alerts.ts'
import { addAudit } from './audit.ts'
import { addCompletion } from './completion.ts'
import { addDoctor } from './doctor.ts'
import { addExistingCommands } from './existing-commands.ts'
import { addListen } from './listen.ts'
import { addOpen } from './open.ts'
import { addOrders } from './orders.ts'
import { addRefund } from './refund.ts'
import { addRefunds } from './refunds.ts'
import { addTrigger } from './trigger.ts'
import { addUsers } from './users.ts'

/** Builds the command tree; commands import their code lazily. */
export const commandTree = (): Command => {
  const root = new Command('puente')
    .description('Connects storefront orders to card payments.')
    .enablePositionalOptions()
    .showHelpAfterError('"puente --help" shows what there is.')
    // Throw instead of exiting: the caller sets the exit code.
    .exitOverride()
    .configureOutput({ writeOut: print })
    .addHelpText('after', EXIT_CODES)
    .hook('preAction', (_, command) => {
      const refusal = cardNumberIn(command.opts())
      if (refusal) command.error(`error: ${refusal}`)
    })
  addExistingCommands(root)
  addOrders(root)
  addOpen(root)
  addRefund(root)
  addRefunds(root)
  addAlerts(root)
  addUsers(root)
  addAudit(root)
  addDoctor(root)
  addListen(root)
  addTrigger(root)
  addCompletion(root)
  explainMistakes(root, root.name())
  return root
}

/** Errors name the right `--help`; unknown words list the subcommands. */
const explainMistakes = (command: Command, path: string): void => {
  command.showHelpAfterError(
    `"${path} --help" shows ${command.parent ? 'how it is used' : 'what there is'}.`,
  )
  const names = command.commands.map((each) => each.name())
  for (const each of command.commands) {
    explainMistakes(each, `${path} ${each.name()}`)
    // Commander passes unknown words to the default command `list`.
    if (each.name() !== 'list' || each.registeredArguments.length > 0) continue
    each.configureOutput({
      outputError: (text, write) => {
        const [, word] = /^error: too many arguments .* got \d+: (\S+?)[,.]?\n/.exec(text) ?? []
        write(
          word === undefined
            ? text
            : `error: unknown command "${path} ${word}". Commands: ${names.join(', ')}\n`,
        )
      },
    })
  }
}

/** Exits on a closed pipe. */
const print = (text: string): void => {
  process.stdout.once('error', () => process.exit(128 + constants.signals.SIGPIPE))
  process.stdout.write(text)
}

const EXIT_CODES = `
Settings are read from the environment and from .env in the current folder. "listen" and "trigger" need none: of a
.env of another program they read PUENTE_URL and PUENTE_API_KEY alone.
Exit codes: 0, done; 1, it failed; 2, it was called in a wrong way, or a person has to look;
above 128, a signal ended it.`

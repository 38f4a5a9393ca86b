import { type Command, InvalidArgumentError, Option } from 'commander'
import { LANGUAGES } from '../../locales/language.ts'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION } from './options.ts'

const MINUTES_OF = { m: 1, h: 60, d: 1_440 } as const
const MOST_MINUTES = 525_600

const readDuration = (text: string): number => {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const minutes = Number(count) * (MINUTES_OF[unit as keyof typeof MINUTES_OF] ?? Number.NaN)
  if (minutes >= 1 && minutes <= MOST_MINUTES) return minutes
  throw new InvalidArgumentError('Expected a duration such as 90m, 12h or 3d.')
}

export const addPaymentRequestCommands = (root: Command): void => {
  commandOf(root, 'link', 'request a payment: print a pay link and its QR code')
    .argument('<amount>', 'amount, such as 320.50 or "L 320"')
    .argument('[description]', 'what the customer pays for')
    .option('--store <store>', 'store that gets the money (default: the only one)')
    .option('--currency <code>', "currency (default: that of most of the store's orders)")
    .addOption(new Option('--expires <duration>', 'such as 90m, 12h or 3d').argParser(readDuration))
    .option('--reference <text>', 'your own number, shown to the customer')
    .option('--note <text>', 'note for your team')
    .addOption(
      new Option('--language <language>', "language of the customer's pages").choices(LANGUAGES),
    )
    .option('--name <name>', "customer's name")
    .option('--email <address>', "customer's e-mail address")
    .option('--phone <number>', "customer's phone number")
    .option('--key <key>', 'idempotency key: repeating the command creates one link')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      notes(`
The link works at once. The dashboard lists it under Payment requests; "orders show" prints its status.`),
    )
    .action(action(async () => (await import('../payment-requests/create-link.ts')).createLink))
}

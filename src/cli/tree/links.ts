import { type Command, Option } from 'commander'
import { LINK_LIMITS } from '../../payments/links/link-fields.ts'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION, limitOption, timeOption, wholeNumberOption } from './options.ts'

const LINK = ['<link>', 'id of the payment link, such as plk_01kadq2v7w8x9y0z1a2b3c4d5e'] as const

export const addLinkCommands = (root: Command): void => {
  const links = commandOf(root, 'links', 'list, create, close and reopen payment links')
  links
    .command('list', { isDefault: true })
    .description('list the payment links, newest first')
    .option('--store <store>', 'only this store')
    .addOption(limitOption())
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../links/links.ts')).listLinksCommand))
  commandOf(links, 'add', 'create a payment link for any number of customers')
    .argument('<name>', 'reason for the payment, shown to customers')
    .requiredOption('--store <store>', 'id of the store')
    .option('--amount <amount>', 'such as 320.50 (default: the customer enters it)')
    .option('--min <amount>', 'lowest amount that the customer can enter')
    .option('--max <amount>', 'highest amount that the customer can enter')
    .option('--currency <code>', "currency (default: that of most of the store's orders)")
    .addOption(
      wholeNumberOption('--stock <places>', { about: 'number of places', most: LINK_LIMITS.stock }),
    )
    .addOption(timeOption('--starts <time>', 'when it opens', { needsZone: true }))
    .addOption(timeOption('--ends <time>', 'when it ends', { needsZone: true }))
    .option('--ask <fields>', 'fields that the page asks for, such as name,table?')
    .option('--description <text>', 'text below the name')
    .addOption(
      new Option('--language <language>', "language of the page (default: the reader's)").choices([
        'es',
        'en',
      ]),
    )
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      notes(`
Fields: name, email, phone, table and reference; a question mark makes one optional. Each order takes one of the places
and frees it once the gateway reports that its payment expired.`),
    )
    .action(action(async () => (await import('../links/links.ts')).addLinkCommand))
  commandOf(links, 'close', 'close a payment link to new customers')
    .argument(...LINK)
    .action(action(async () => (await import('../links/links.ts')).closeLinkCommand))
  commandOf(links, 'open', 'reopen a closed payment link')
    .argument(...LINK)
    .action(action(async () => (await import('../links/links.ts')).openLinkCommand))
}

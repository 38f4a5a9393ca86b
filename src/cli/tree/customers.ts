import { type Command, Option } from 'commander'
import { LANGUAGES } from '../../locales/language.ts'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION, limitOption } from './options.ts'

export const addCustomerCommands = (root: Command): void => {
  commandOf(root, 'customers', 'list customers, newest orders first, or search them')
    .argument('[search]', 'name, e-mail, phone in any form, identity number, or an order')
    .option('--store <store>', 'only this store')
    .addOption(limitOption())
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../customers.ts')).listCustomersCommand))

  commandOf(root, 'journal', 'print the accounting journal as CSV')
    .requiredOption('--from <day>', 'first Honduras day, such as 2026-05-01')
    .requiredOption('--to <day>', 'last Honduras day, inclusive')
    .option('--store <store>', 'only this store')
    .addOption(
      new Option('--language <language>', 'language of the account names')
        .choices(LANGUAGES)
        .default('en'),
    )
    .addHelpText(
      'after',
      notes(`
Double entry, one row per line: the debits of every entry equal its credits. All figures are the gateway's.`),
    )
    .action(action(async () => (await import('../journal.ts')).printJournal))
}

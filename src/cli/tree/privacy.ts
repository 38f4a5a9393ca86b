import type { Command } from 'commander'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION, timeOption, YES_OPTION } from './options.ts'

const OUTPUT = ['--output <file>', 'write a new file that only you can read'] as const

export const addPrivacyCommands = (root: Command): void => {
  const privacy = commandOf(root, 'privacy', 'export and erase customers and stores')
  const ofStore = (name: string, description: string): Command =>
    commandOf(privacy, name, description).requiredOption('--store <store>', 'id of the store')

  ofCustomer(ofStore('export', 'print everything that Puente holds of a customer, as JSON'))
    .option(...OUTPUT)
    .action(action(async () => (await import('../privacy/customers.ts')).exportCustomerCommand))
  ofCustomer(ofStore('erase', 'erase a customer; amounts, states and ids stay for the books'))
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      notes(`
You can run it beside a running Puente, and repeat it. Exit codes: 0, erased; 1, failed; 2, wrong usage, or something of
the customer is in flight: run it again in some minutes.`),
    )
    .action(action(async () => (await import('../privacy/customers.ts')).eraseCustomerCommand))
  ofStore('export-store', 'print a store with all of its orders, as JSON; also a removed one')
    .option(...OUTPUT)
    .action(action(async () => (await import('../privacy/stores.ts')).exportStoreCommand))
  ofStore('erase-store', 'erase a removed store and all of its customers')
    .option(...YES_OPTION)
    .action(action(async () => (await import('../privacy/stores.ts')).eraseStoreCommand))

  commandOf(privacy, 'erasures', 'print the erased orders and stores, one JSON document per line')
    .addOption(
      timeOption('--since <time>', 'only since this time, such as 2030-01-31T18:00:00-06:00', {
        needsZone: true,
      }),
    )
    .action(action(async () => (await import('../privacy/erasures.ts')).printErasures))
  commandOf(privacy, 'repeat', 'repeat erasures after you restored a backup from before them')
    .argument('<file>', 'output of "privacy erasures" from before the restore')
    .option(...YES_OPTION)
    .action(action(async () => (await import('../privacy/erasures.ts')).repeatErasures))
}

const collect = (value: string, values: string[] = []): string[] => [...values, value]

const ofCustomer = (command: Command): Command =>
  command
    .option('--email <address>', 'e-mail address of the customer')
    .option('--phone <number>', 'telephone of the customer; only its digits count')
    .option('--identity-number <number>', 'identity number of the customer')
    .option('--customer <id>', "the store's id of a customer with saved cards")
    .option('--order <id>', "the store's id of an order; repeatable", collect)

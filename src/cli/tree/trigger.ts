import { Argument, type Command } from 'commander'
import { TRIGGERS } from '../trigger/triggers.ts'
import { action } from './action.ts'
import { JSON_OPTION } from './options.ts'
import { remoteOptions } from './remote.ts'

export const addTriggerCommands = (root: Command): void => {
  const command = root
    .command('trigger')
    .description('create a test order and trigger an event at the sandbox gateway')
    .addArgument(
      new Argument('<event>', 'event that the store receives').choices(Object.keys(TRIGGERS)),
    )
    .option('--amount <amount>', 'order amount', '125.50')
    .option('--currency <code>', 'order currency', 'HNL')
  remoteOptions(command)
    .option('--sandbox-url <url>', 'address of the sandbox gateway (default: this machine)')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `
The sandbox gateway sends real signed events, and no money moves. Refuses live stores and stores of other gateways.
Exit codes: 0, the order reached the state; 1, it did not; 2, wrong usage.`,
    )
    .action(action(async () => (await import('../trigger/trigger.ts')).trigger))
}

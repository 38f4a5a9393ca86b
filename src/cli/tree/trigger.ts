import { Argument, type Command } from 'commander'
import type { TriggerOptions } from '../trigger/trigger.ts'
import { TRIGGERS, type TriggerName } from '../trigger/triggers.ts'
import { remoteOptions } from './remote.ts'

export const addTrigger = (root: Command): void => {
  const command = root
    .command('trigger')
    .description('create a test order and trigger an event at the sandbox gateway')
    .addArgument(
      new Argument('<event>', 'what the store is to be told').choices(Object.keys(TRIGGERS)),
    )
    .option('--amount <amount>', 'order amount', '125.50')
    .option('--currency <code>', 'order currency', 'HNL')
  remoteOptions(command)
    .option('--sandbox-url <url>', 'address of the sandbox gateway (default: this machine)')
    .option('--json', 'print one JSON document', false)
    .addHelpText(
      'after',
      `
The gateway sends real signed events of it, and no money moves: it works with a test store whose gateway is the
sandbox, and refuses every other. Exit codes: 0, the order is so; 1, it is not.`,
    )
    .action(async (name: TriggerName, options: TriggerOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { trigger } = await import('../trigger/trigger.ts')
      await runCommand(({ platforms }) => trigger(name, { ...options, platforms }))
    })
}

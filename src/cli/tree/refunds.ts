import { type Command, Option } from 'commander'
import { action } from './action.ts'
import { JSON_OPTION } from './options.ts'

export const addRefundCommands = (root: Command): void => {
  root
    .command('refunds')
    .description('resolve refunds with an unknown outcome')
    .command('resolve')
    .description('say whether a refund was already made (one of the two options)')
    .argument('<refund>', 'refund id, such as ref_01kadq2v7w8x9y0z1a2b3c4d5e')
    .option('--already-made', 'the portal shows this refund: send nothing', false)
    .addOption(
      new Option('--refund-anyway', 'the portal shows a different refund: send this one')
        .default(false)
        .conflicts('alreadyMade'),
    )
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/resolve-refund.ts')).resolveRefundCommand))
}

import type { Command } from 'commander'
import type { ResolveOptions } from '../resolve-refund.ts'

export const addRefunds = (root: Command): void => {
  root
    .command('refunds')
    .description('answer refunds that wait for a person')
    .command('resolve')
    .description('answer whether a refund was already made')
    .argument('<refund>', 'such as ref_01kadq2v7w8x9y0z1a2b3c4d5e')
    .option('--already-made', 'the portal shows this refund: send nothing', false)
    .option('--refund-anyway', 'the portal shows a different refund: send this one', false)
    .option('--json', 'print one JSON document', false)
    .action(async (refund: string, options: ResolveOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { resolveRefundCommand } = await import('../resolve-refund.ts')
      await runCommand((program) => resolveRefundCommand(program, refund, options))
    })
}

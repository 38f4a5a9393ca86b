import type { Command } from 'commander'
import type { RefundOptions } from '../refund-order.ts'

export const addRefund = (root: Command): void => {
  root
    .command('refund')
    .description('refund an order, all that is left of it or a part')
    .argument('<order>', 'what "orders list" finds it by')
    .option('--store <store>', 'of this store')
    .option('--amount <amount>', 'a part, such as 12.50; without it, all that is left')
    .option('--payment <payment>', 'which payment (pay_…), where several took money')
    .option('--reason <text>', 'why, for the gateway and the timeline')
    .option('--key <key>', 'the same key refunds once, however often this runs')
    .option('-y, --yes', 'do it without a question', false)
    .option('--json', 'one JSON document', false)
    .addHelpText(
      'after',
      `
It names the amount and the payment, and asks before it moves money; where nobody can be asked, it needs --yes.
A running Puente carries the refund out. Exit codes: 0, the money was refunded; 1, it was not; 2, called in a
wrong way, or the refund is not over yet: "orders show" says how it stands.`,
    )
    .action(async (order: string, options: RefundOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { refundOrder } = await import('../refund-order.ts')
      await runCommand((program) => refundOrder(program, order, options))
    })
}

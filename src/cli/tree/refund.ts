import type { Command } from 'commander'
import type { RefundOptions } from '../refund-order.ts'

export const addRefund = (root: Command): void => {
  root
    .command('refund')
    .description('refund an order in full or in part')
    .argument('<order>', 'what "orders list" finds it by')
    .option('--store <store>', 'only this store')
    .option('--amount <amount>', 'partial amount, such as 12.50 (default: everything that is left)')
    .option('--payment <payment>', 'payment to refund (pay_…) if the order has several')
    .option('--reason <text>', 'reason, for the gateway and the timeline')
    .option('--key <key>', 'idempotency key: repeating the command refunds once')
    .option('-y, --yes', 'do not ask for confirmation', false)
    .option('--json', 'print one JSON document', false)
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

import type { Command } from 'commander'

export const addOpen = (root: Command): void => {
  root
    .command('open')
    .description("print an order's dashboard address and open it in the browser")
    .argument('<order>', 'what "orders list" finds it by')
    .option('--store <store>', 'only this store')
    .option('--pay', 'open the payment page instead', false)
    .option('--json', 'print one JSON document', false)
    .action(async (order: string, options: { store?: string; pay: boolean; json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { openOrder } = await import('../open-order.ts')
      await runCommand((program) => openOrder(program, order, options))
    })
}

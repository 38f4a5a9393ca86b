import type { Command } from 'commander'

export const addOpen = (root: Command): void => {
  root
    .command('open')
    .description("print the address of an order's page, and open it on a desktop")
    .argument('<order>', 'what "orders list" finds it by')
    .option('--store <store>', 'of this store')
    .option('--json', 'one JSON document', false)
    .action(async (order: string, options: { store?: string; json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { openOrder } = await import('../open-order.ts')
      await runCommand((program) => openOrder(program, order, options))
    })
}

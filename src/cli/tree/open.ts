import type { Command } from 'commander'

export const addOpen = (root: Command): void => {
  root
    .command('open')
    .description('print where the dashboard shows an order, and open it on a desktop')
    .argument('<order>', 'what "orders list" finds it by')
    .option('--store <store>', 'of this store')
    .option('--pay', 'the page on which its customer pays it', false)
    .option('--json', 'one JSON document', false)
    .action(async (order: string, options: { store?: string; pay: boolean; json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { openOrder } = await import('../open-order.ts')
      await runCommand((program) => openOrder(program, order, options))
    })
}

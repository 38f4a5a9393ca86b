import type { Command } from 'commander'
import { runProgram } from '../../runtime/program.ts'

export const addOpen = (root: Command): void => {
  root
    .command('open')
    .description("print the address of an order's page, and open it on a desktop")
    .argument('<order>', 'what "orders list" finds it by')
    .option('--store <store>', 'of this store')
    .option('--json', 'one JSON document', false)
    .action(async (order: string, options: { store?: string; json: boolean }) => {
      const { openOrder } = await import('../open-order.ts')
      await runProgram((program) => openOrder(program, order, options))
    })
}

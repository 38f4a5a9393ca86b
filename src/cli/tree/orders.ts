import { type Command, Option } from 'commander'
import { ORDER_STATUSES } from '../../db/tables/orders.ts'
import type { ListOrdersOptions } from '../orders/list.ts'
import { limitOption } from './limit.ts'

export const addOrders = (root: Command): void => {
  const orders = root.command('orders').description('find orders, and show one')
  orders
    .command('list', { isDefault: true })
    .description('the latest orders, or those that SEARCH names')
    .argument(
      '[search]',
      'a number, an id of ours, of the store or of the gateway, a transaction, or an e-mail',
    )
    .option('--store <store>', 'of this store alone')
    .addOption(new Option('--state <state>', 'in this state').choices(ORDER_STATUSES))
    .addOption(limitOption())
    .option('--json', 'one JSON document', false)
    .action(async (search: string | undefined, options: ListOrdersOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { listOrdersCommand } = await import('../orders/list.ts')
      await runCommand((program) => listOrdersCommand(program, search, options))
    })
  orders
    .command('show')
    .description('an order with its payments, refunds and timeline')
    .argument('<order>', 'what "orders list" finds it by')
    .option('--store <store>', 'of this store')
    .option('--json', 'one JSON document', false)
    .action(async (order: string, options: { store?: string; json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { showOrder } = await import('../orders/show.ts')
      await runCommand((program) => showOrder(program, order, options))
    })
}

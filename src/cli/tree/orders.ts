import { type Command, Option } from 'commander'
import { ORDER_STATUSES } from '../../db/tables/orders.ts'
import type { ListOrdersOptions } from '../orders/list.ts'
import { limitOption } from './limit.ts'

export const addOrders = (root: Command): void => {
  const orders = root.command('orders').description('find and show orders')
  orders
    .command('list', { isDefault: true })
    .description('list the latest orders, or search')
    .argument(
      '[search]',
      'an order number, an id (Puente, store or gateway), a transaction or an e-mail address',
    )
    .option('--store <store>', 'only this store')
    .addOption(new Option('--state <state>', 'in this state').choices(ORDER_STATUSES))
    .addOption(limitOption())
    .option('--json', 'print one JSON document', false)
    .action(async (search: string | undefined, options: ListOrdersOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { listOrdersCommand } = await import('../orders/list.ts')
      await runCommand((program) => listOrdersCommand(program, search, options))
    })
  orders
    .command('show')
    .description('show an order with its payments, refunds and timeline')
    .argument('<order>', 'what "orders list" finds it by')
    .option('--store <store>', 'only this store')
    .option('--json', 'print one JSON document', false)
    .action(async (order: string, options: { store?: string; json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { showOrder } = await import('../orders/show.ts')
      await runCommand((program) => showOrder(program, order, options))
    })
}

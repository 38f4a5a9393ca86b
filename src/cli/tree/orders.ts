import { type Command, Option } from 'commander'
import { ORDER_STATUSES } from '../../domain/order-status.ts'
import { action } from './action.ts'
import { JSON_OPTION, limitOption, YES_OPTION } from './options.ts'

const ORDER = ['<order>', 'order number or id, as for "orders list"'] as const
const STORE_OPTION = ['--store <store>', 'only this store'] as const

export const addOrderCommands = (root: Command): void => {
  const orders = root.command('orders').description('find and show orders')
  orders
    .command('list', { isDefault: true })
    .description('list the latest orders, or search')
    .argument(
      '[search]',
      'order number, id (Puente, store or gateway), transaction or e-mail address',
    )
    .option(...STORE_OPTION)
    .addOption(new Option('--state <state>', 'only orders in this state').choices(ORDER_STATUSES))
    .addOption(limitOption())
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/list.ts')).listOrdersCommand))
  orders
    .command('show')
    .description('show an order with its payments, refunds and timeline')
    .argument(...ORDER)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/show.ts')).showOrder))
  root
    .command('open')
    .description("print an order's dashboard address and open it in the browser")
    .argument(...ORDER)
    .option(...STORE_OPTION)
    .option('--pay', 'open the payment page instead', false)
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/open-order.ts')).openOrder))
  root
    .command('refund')
    .description('refund an order in full or in part')
    .argument(...ORDER)
    .option(...STORE_OPTION)
    .option('--amount <amount>', 'partial amount, such as 12.50 (default: everything that is left)')
    .option('--payment <payment>', 'payment to refund (pay_…) if the order has several')
    .option('--reason <text>', 'reason, for the gateway and the timeline')
    .option('--key <key>', 'idempotency key: repeating the command refunds once')
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `
Shows the amount and the payment, and asks for confirmation; without a terminal, it needs --yes. A running Puente makes
the refund. Exit codes: 0, refunded; 1, not refunded; 2, wrong usage, or still in progress ("orders show" has the
status).`,
    )
    .action(action(async () => (await import('../orders/refund-order.ts')).refundOrder))
}

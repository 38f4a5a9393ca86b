import { type Command, Option } from 'commander'
import { ORDER_STATUSES } from '../../domain/order-status.ts'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION, limitOption, YES_OPTION } from './options.ts'

const ORDER = ['<order>', 'order number or id, as for "orders list"'] as const
const REFUND = ['<refund>', 'refund id, such as ref_01kadq2v7w8x9y0z1a2b3c4d5e'] as const
const STORE_OPTION = ['--store <store>', 'only this store'] as const

export const addOrderCommands = (root: Command): void => {
  const orders = commandOf(root, 'orders', 'find and show orders')
  orders
    .command('list', { isDefault: true })
    .description('list the latest orders, or search')
    .argument(
      '[search]',
      'order number, id, transaction, e-mail, customer name, last four card digits',
    )
    .option(...STORE_OPTION)
    .addOption(new Option('--state <state>', 'only orders in this state').choices(ORDER_STATUSES))
    .addOption(limitOption())
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/list.ts')).listOrdersCommand))
  commandOf(orders, 'show', 'show an order with its payments, refunds and timeline')
    .argument(...ORDER)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/show.ts')).showOrder))
  commandOf(root, 'open', "print an order's dashboard address and open it in the browser")
    .argument(...ORDER)
    .option(...STORE_OPTION)
    .option('--pay', 'open the payment page instead', false)
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/open-order.ts')).openOrder))
  commandOf(root, 'refund', 'refund an order in full or in part')
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
      notes(`
Shows the amount and the payment, and asks for confirmation; without a terminal, it needs --yes. A running Puente makes
the refund. Exit codes: 0, refunded; 1, not refunded; 2, wrong usage, or still in progress ("orders show" has the
status).`),
    )
    .action(action(async () => (await import('../orders/refund-order.ts')).refundOrder))
  const refunds = commandOf(root, 'refunds', 'try, resolve, approve or reject an open refund')
  refunds
    .command('try')
    .description('run the next step of an open refund now')
    .argument(...REFUND)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `
A running Puente makes the try. While the outcome of a send
is unknown, it looks the refund up, and sends it again no
sooner than its rules allow.`,
    )
    .action(action(async () => (await import('../orders/try-refund.ts')).tryRefundCommand))
  refunds
    .command('resolve')
    .description('say whether a refund was already made (one of the two options)')
    .argument(...REFUND)
    .option('--already-made', 'the portal shows this refund: send nothing', false)
    .addOption(
      new Option('--refund-anyway', 'the portal shows a different refund: send this one')
        .default(false)
        .conflicts('alreadyMade'),
    )
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/resolve-refund.ts')).resolveRefundCommand))
  refunds
    .command('approve')
    .description('approve a refund above the limit of its store')
    .argument(...REFUND)
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      notes(`
The command line counts as one person: it approves no refund that "puente refund" requested. A running Puente makes the
refund.`),
    )
    .action(action(async () => (await import('../orders/decide-approval.ts')).approveCommand))
  refunds
    .command('reject')
    .description('reject a refund that waits for a second person')
    .argument(...REFUND)
    .requiredOption('--why <text>', 'reason, for the requester and the audit log')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/decide-approval.ts')).rejectCommand))
  refunds
    .command('awaiting')
    .description('list the refunds that wait for a second person')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../orders/awaiting-approval.ts')).listAwaiting))
}

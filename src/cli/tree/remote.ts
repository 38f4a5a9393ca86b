import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { FEED_KINDS } from '../../http/api/notifications/feed-schemas.ts'
import { TRIGGERS } from '../trigger/triggers.ts'
import { action, serverAction } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION } from './options.ts'

/** Adds commands that call a running Puente by the API of a store. */
export const addRemoteCommands = (root: Command): void => {
  addListen(root)
  addTrigger(root)
  addDemoData(root)
}

const addListen = (root: Command): void => {
  const command = commandOf(root, 'listen', "forward a store's notifications to a local address")
    .requiredOption('--forward-to <url>', 'target address, such as localhost:8080/puente')
    .addOption(
      new Option('--events <events>', 'notifications of the store, events of the gateway, or both')
        .choices(FEED_KINDS)
        .default('notifications'),
    )
    .addOption(
      new Option('--from <where>', 'starting point (default: where the last run stopped)').choices([
        'beginning',
        'now',
      ]),
    )
    .addOption(
      typesOption('--only <types>', 'forward only these types, such as order.paid,order.refunded'),
    )
    .addOption(typesOption('--skip <types>', 'leave out these types'))
    .option('--order <order>', "forward one order only, by the shop's id")
    .addOption(
      new Option('--tries <number>', 'refusals by your shop before the next entry follows')
        .default(3)
        .argParser(readTries),
    )
    .option('--json', 'print one line of JSON per delivery', false)
  remoteOptions(command)
    .addHelpText(
      'after',
      notes(`
Posts each entry as Puente posts notifications, signed with the printed notify secret. Waits while the address is down, and
goes on after three refusals of an entry. The next run starts with what this one missed. Ctrl-C exits with 0.`),
    )
    .action(serverAction(async () => (await import('../listen/listen.ts')).listen))
}

/** Reads `a,b`; a repeated option adds to its list. */
const typesOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text, before: readonly string[] = []) => [
    ...before,
    ...text
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
  ])

const MOST_TRIES = 1_000

const readTries = (text: string): number => {
  const tries = Number(text)
  if (Number.isInteger(tries) && tries >= 1 && tries <= MOST_TRIES) return tries
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MOST_TRIES}.`)
}

const addTrigger = (root: Command): void => {
  const command = commandOf(
    root,
    'trigger',
    'create a test order and trigger an event at the sandbox gateway',
  )
    .addArgument(
      new Argument('<event>', 'event that the store receives').choices(Object.keys(TRIGGERS)),
    )
    .option('--amount <amount>', 'order amount', '125.50')
    .option('--currency <code>', 'order currency', 'HNL')
  remoteOptions(command)
    .option('--sandbox-url <url>', 'address of the sandbox gateway (default: this machine)')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      notes(`
The sandbox gateway sends real signed events, and no money moves. Refuses live stores and stores of other gateways.
Exit codes: 0, the order reached the state; 1, it did not; 2, wrong usage, such as a currency that the gateway
account does not accept.`),
    )
    .action(action(async () => (await import('../trigger/trigger.ts')).trigger))
}

const addDemoData = (root: Command): void => {
  const command = commandOf(
    root,
    'demo-data',
    'fill a test store with a month of orders, through the sandbox gateway',
  )
  remoteOptions(command)
    .option('--sandbox-url <url>', 'address of the sandbox gateway (default: this machine)')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      notes(`
Pays, declines, refunds and saves cards by the API and the sandbox, and reconciles the month. It moves the clocks of Puente
and the sandbox back by 30 days and returns them, which takes about a minute. No money moves. The orders keep their ids: a
second run adds only what is missing. Needs "npm start" and a gateway on this machine.`),
    )
    .action(
      action(async () => (await import('../demo-data/demo-data-command.ts')).makeDemoDataCommand),
    )
}

const remoteOptions = (command: Command): Command =>
  command
    .option('--store <store>', 'expected store; fails if the API key belongs to another')
    .option('--url <url>', 'address of Puente (default: PUENTE_URL, or this machine)')
    .option(
      '--api-key <key>',
      'API key of the store (default: PUENTE_API_KEY, or the demo store of "npm start")',
    )

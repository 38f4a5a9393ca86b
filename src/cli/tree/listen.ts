import { type Command, Option } from 'commander'
import { FEED_KINDS } from '../../http/api/notifications/feed-schemas.ts'
import { serverAction } from './action.ts'
import { remoteOptions } from './remote.ts'

export const addListenCommands = (root: Command): void => {
  const command = root
    .command('listen')
    .description("forward a store's notifications to a local address")
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
    .option('--json', 'print one line of JSON per delivery', false)
  remoteOptions(command)
    .addHelpText(
      'after',
      `
Posts each entry as Puente posts notifications, signed with the printed notify secret. Retries an entry until a 2xx
response before it sends the next one. The next run starts with what this one missed. Ctrl-C exits with 0.`,
    )
    .action(serverAction(async () => (await import('../listen/listen.ts')).listen))
}

import { type Command, Option } from 'commander'
import { FEED_KINDS } from '../../http/merchant-api/feed-schemas.ts'
import type { ListenOptions } from '../listen/listen.ts'
import { remoteOptions } from './remote.ts'

export const addListen = (root: Command): void => {
  const command = root
    .command('listen')
    .description("forward a store's notifications to a local address")
    .requiredOption('--forward-to <url>', 'where to, such as localhost:8080/puente')
    .addOption(
      new Option('--events <events>', 'what the store is told, what the gateway sent, or both')
        .choices(FEED_KINDS)
        .default('notifications'),
    )
    .addOption(
      new Option('--from <where>', 'begin there, and not where the last run ended').choices([
        'beginning',
        'now',
      ]),
    )
    .option('--json', 'print one line of JSON per delivery', false)
  remoteOptions(command)
    .addHelpText(
      'after',
      `
Each is posted as Puente posts notifications, signed with the notify secret that is printed, and is sent again
until it is answered with 2xx; the next one waits for that. What was missed meanwhile comes first the next time.
Ctrl-C ends it with 0.`,
    )
    .action(async (options: ListenOptions) => {
      const { runProgram } = await import('../../runtime/program.ts')
      const { listen } = await import('../listen/listen.ts')
      await runProgram((program) => listen(program, options))
    })
}

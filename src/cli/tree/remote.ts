import type { Command } from 'commander'

/** How a command finds a Puente that may be on another machine. */
export const remoteOptions = (command: Command): Command =>
  command
    .option('--store <store>', 'of this store; refused where the API key is of another')
    .option('--url <url>', 'where Puente is; without it PUENTE_URL, or this machine')
    .option(
      '--api-key <key>',
      'a key of the store; without it PUENTE_API_KEY, or that of the demo store of "npm start"',
    )

import type { Command } from 'commander'

export const remoteOptions = (command: Command): Command =>
  command
    .option('--store <store>', 'expected store; fails if the API key belongs to another')
    .option('--url <url>', 'address of Puente (default: PUENTE_URL, or this machine)')
    .option(
      '--api-key <key>',
      'API key of the store (default: PUENTE_API_KEY, or the demo store of "npm start")',
    )

import type { Command } from 'commander'
import { action } from './action.ts'
import { JSON_OPTION } from './options.ts'

export const addKeyCommands = (root: Command): void => {
  const keys = root
    .command('keys')
    .description('manage the keys that seal stored secrets (SEALING_KEYS)')
    .addHelpText(
      'after',
      `
To rotate the key: add the new key behind the old one (SEALING_KEYS=old:…,new:…) and restart all processes; put the
new key first and restart; run "keys reseal"; remove the old key once "keys status" shows that no secret needs it.
No command prints a key.`,
    )
  keys
    .command('status')
    .description('count the secrets that each key sealed, and show which keys are missing')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../sealing-keys.ts')).showKeyStatus))
  keys
    .command('reseal')
    .description('seal every secret with the first key; you can stop and resume it')
    .option('--dry', 'count the secrets, and change nothing', false)
    .action(action(async () => (await import('../sealing-keys.ts')).resealSecrets))
  keys
    .command('accept-loss')
    .description('start without lost keys; secrets that they sealed are lost')
    .option('--yes', 'confirm the loss', false)
    .action(action(async () => (await import('../sealing-keys.ts')).acceptLoss))
}

import type { Command } from 'commander'
import { action, serverAction } from './action.ts'
import { notes } from './help.ts'
import { commandOf } from './options.ts'

export const addServerCommands = (root: Command): void => {
  commandOf(
    root,
    'start',
    'start everything locally: PostgreSQL, the sandbox gateway, Puente and a demo shop',
  ).action(serverAction(async () => (await import('../servers/start.ts')).start))
  commandOf(root, 'serve', 'start only the roles in ROLES, as in production').action(async () => {
    const { serveRoles } = await import('../../main.ts')
    await serveRoles()
  })
  commandOf(root, 'sandbox', 'start only the sandbox gateway').action(async () => {
    const { serveSandbox } = await import('../../../sandbox/gateway/serve.ts')
    await serveSandbox()
  })
  commandOf(root, 'demo', 'run the end-to-end demo on a temporary database').action(
    serverAction(async () => (await import('../demo/demo.ts')).demo),
  )
  commandOf(root, 'migrate', 'create the database tables and exit')
    .option('--check', 'only say whether this version may serve with the tables as they are')
    .addHelpText(
      'after',
      notes(`
Every process creates missing tables when it starts. Run "migrate" first, with a DATABASE_URL whose role owns the
tables, if the role of the running processes may not create any. It refuses, unchanged, a database whose tables
another edition of Puente created. "migrate --check" exits with 0 if this version may serve as it is: run it with the
new version before an update, and with the old one before a rollback.`),
    )
    .action(action(async () => (await import('../servers/migrate.ts')).migrate))
}

import { type Command, Option } from 'commander'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION, limitOption, timeOption } from './options.ts'

export const addInstallationCommands = (root: Command): void => {
  addAudit(root)
  addRequests(root)
  addContentReports(root)
  addKeys(root)
  addReaders(root)
  addDoctor(root)
}

const addAudit = (root: Command): void => {
  commandOf(root, 'audit', 'show the audit log, newest first')
    .option('--store <store>', 'only this store')
    .addOption(
      timeOption(
        '--since <time>',
        'only entries since this time, such as 2030-01-31T18:00:00-06:00',
        {
          needsZone: true,
        },
      ),
    )
    .addOption(limitOption())
    .option('--json', 'print every entry, one JSON document per line', false)
    .addOption(new Option('--csv', 'print every entry as CSV').default(false).conflicts('json'))
    .action(action(async () => (await import('../audit.ts')).printAudit))
}

const addRequests = (root: Command): void => {
  commandOf(root, 'requests', 'show a request to the merchant API, without secrets and customers')
    .argument('<id>', 'x-request-id of its answer, also request_id of an error')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../requests/show.ts')).showRequests))
}

const addContentReports = (root: Command): void => {
  commandOf(root, 'content-reports', 'list what browsers blocked on the pay pages of stores')
    .option('--store <store>', 'only this store')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../content-reports/list.ts')).listReports))
}

const addKeys = (root: Command): void => {
  const keys = commandOf(
    root,
    'keys',
    'manage the keys that seal stored secrets (SEALING_KEYS)',
  ).addHelpText(
    'after',
    notes(`
To rotate the key: add the new key behind the old one (SEALING_KEYS=old:…,new:…) and restart all processes; put the
new key first and restart; run "keys reseal"; remove the old key once "keys status" shows that no secret needs it.
No command prints a key.`),
  )
  commandOf(
    keys,
    'status',
    'count the secrets that each key sealed, and show which keys are missing',
  )
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../sealing-keys.ts')).showKeyStatus))
  commandOf(keys, 'reseal', 'seal every secret with the first key; you can stop and resume it')
    .option('--dry', 'count the secrets, and change nothing', false)
    .action(action(async () => (await import('../sealing-keys.ts')).resealSecrets))
  commandOf(keys, 'accept-loss', 'start without lost keys; secrets that they sealed are lost')
    .option('--yes', 'confirm the loss', false)
    .action(action(async () => (await import('../sealing-keys.ts')).acceptLoss))
}

const addReaders = (root: Command): void => {
  const readers = commandOf(
    root,
    'readers',
    'manage PostgreSQL roles of analysts, which can only read the views of puente_read',
  )
  commandOf(readers, 'add', 'create a role, or replace its password, and print its address')
    .argument('<name>')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../readers/readers.ts')).addReaderCommand))
  commandOf(readers, 'remove', 'remove a role and end its connections')
    .argument('<name>')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../readers/readers.ts')).removeReaderCommand))
}

const addDoctor = (root: Command): void => {
  commandOf(
    root,
    'doctor',
    'check settings, database, gateway, clocks, webhooks and disk, and name the fix of each failure',
  )
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      notes(
        '\nChanges nothing. Exit codes: 0, everything works; 1, a check failed; 2, wrong usage, or only warnings.',
      ),
    )
    .action(action(async () => (await import('../doctor/doctor.ts')).doctor))
}

import { platforms } from '../../adapters/registry.ts'
import { createPartitionsAhead } from '../db/partitions.ts'
import { systemClock } from '../runtime/clock.ts'
import { openJobQueue } from '../runtime/job-queue.ts'
import { type Program, runProgram } from '../runtime/program.ts'
import { inWordsOfCaller, readOptions } from './command-line.ts'
import { openCommandDb } from './open-command-db.ts'

const USAGE = `Makes the tables in an empty database, and starts nothing.

  npm run migrate

Every process does this by itself when it starts. Run it before, with a DATABASE_URL whose role owns
the tables, where the role of the running processes may make none. A database whose tables another
edition has made is refused, and not touched.`

const migrateAll = async (program: Program): Promise<'ended'> => {
  if (readArguments().help) {
    console.log(inWordsOfCaller(USAGE))
    return 'ended'
  }
  const { settings, db, log, databaseUrl } = await openCommandDb(program, 'migrate', platforms)
  await createPartitionsAhead(db.query, systemClock.now())
  if (!settings.REDIS_URL) {
    const jobs = await openJobQueue({
      databaseUrl,
      directUrl: settings.DATABASE_DIRECT_URL,
      prefix: 'migrate',
      log,
    })
    await jobs.close()
  }
  console.log('The tables are up to date.')
  return 'ended'
}

const readArguments = () =>
  readOptions('migrate', { options: { help: { type: 'boolean', short: 'h', default: false } } })
    .values

await runProgram(migrateAll)

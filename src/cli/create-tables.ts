import { createPartitionsAhead } from '../db/partitions.ts'
import { systemClock } from '../runtime/clock.ts'
import { openJobQueue } from '../runtime/job-queue.ts'
import type { ProgramEnd } from '../runtime/program.ts'
import type { CommandProgram } from './command-program.ts'
import { openCommandDb } from './open-command-db.ts'

/** Creates the tables of core, platforms and jobs, or adds what this version needs. */
export const createTables = async (program: CommandProgram): Promise<ProgramEnd> => {
  const { settings, db, log, databaseUrl } = await openCommandDb(program, 'migrate')
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

import { createPartitionsAhead } from '../../db/privacy/partitions.ts'
import { systemClock } from '../../runtime/clock.ts'
import { openJobQueue } from '../../runtime/queue/job-queue.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

/** Creates or upgrades the tables of core, platforms and jobs. */
export const createTables = async (program: CommandProgram): Promise<void> => {
  const { settings, query, log, databaseUrl } = await openCommandDb(program, 'migrate')
  await createPartitionsAhead(query, systemClock.now())
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
}

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog, type Log } from '../../../../src/runtime/log/log.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../../src/runtime/postgres/embedded-postgres.ts'
import type { EngineRequest } from '../messages.ts'
import { linkLibraries } from './link-libraries.ts'

/** Without durability, since the data end with the run. */
const SHORT_LIVED = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  shared_buffers: '64MB',
}

/** Starts PostgreSQL in a temporary folder, which goes with it. */
export const startDatabase = async (): Promise<EmbeddedPostgres> => {
  linkLibraries()
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-local-'))
  const options = { dataDir, isTemporary: true, settings: SHORT_LIVED }
  return startEmbeddedPostgres({ ...options, log: logOf('error') })
}

/** Standard output belongs to the shop. */
export const logOf = (level: EngineRequest['logLevel']): Log =>
  createLog({
    level,
    service: 'puente',
    destination: { write: (line) => void process.stderr.write(line) },
  })

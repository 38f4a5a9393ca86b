import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createLog } from '../../src/platform/log.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL server for the whole run; durability is off, because its data end with the run. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    log: createLog({ level: 'warn', service: 'test' }),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  project.provide('postgresUrl', await server.databaseUrl('postgres'))
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

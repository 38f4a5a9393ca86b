import { execFileSync } from 'node:child_process'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { postgresBinaries } from '../../src/runtime/postgres/postgres-binaries.ts'
import { median } from '../measure/statistics.ts'
import { digits } from './section.ts'

export const describeMachine = (): string => {
  const [first] = cpus()
  return [
    `${cpus().length} cores (${first?.model.trim() ?? 'unknown'})`,
    `${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `a flush to its disk takes ${digits(flushMs())} ms`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${versionOf(postgresBinaries().pgCtl)}`,
    `Redis ${versionOf('redis-server')}`,
  ].join(', ')
}

const FLUSHES = 200
/** Size of a WAL page. */
const PAGE = Buffer.alloc(8_192, 1)

/** Median of flushing a page, in ms, on the disk that holds the benchmark's databases. */
const flushMs = (): number => {
  const directory = mkdtempSync(join(tmpdir(), 'puente-flush-'))
  const file = openSync(join(directory, 'pages'), 'w')
  const times = Array.from({ length: FLUSHES }, () => {
    writeSync(file, PAGE)
    const startedAt = performance.now()
    fdatasyncSync(file)
    return performance.now() - startedAt
  })
  closeSync(file)
  rmSync(directory, { recursive: true })
  return median(times)
}

const versionOf = (program: string): string => {
  try {
    const printed = execFileSync(program, ['--version'], { encoding: 'utf8' })
    return /\d+(\.\d+)+/.exec(printed)?.[0] ?? 'unknown'
  } catch {
    return 'not there'
  }
}

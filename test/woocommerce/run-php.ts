import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_BYTES = 50_000_000

/**
 * `WOO_PHP`: a command that runs its argument as PHP inside the shop's WordPress, such as `wp eval`
 * in a script.
 */
export const { WOO_PHP } = process.env

/** Runs PHP in the shop; `code` sets `$answer`, which is returned through JSON. */
export const runPhp = async <T>(code: string): Promise<T> => {
  if (!WOO_PHP) throw new Error('WOO_PHP is not set')
  const { stdout } = await run(WOO_PHP, [`${code}; echo "\\n@@" . wp_json_encode( $answer );`], {
    maxBuffer: MAX_BYTES,
  })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('@@') + 2))
}

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { describeError, errorText } from './describe-error.ts'

const CANARY = 'ana@canary.example'
const KEY = 'sk_test_canary1234567890'

const thrownBy = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const databaseError = () =>
  Object.assign(new Error(`invalid input syntax for type bigint: "${CANARY}"`), {
    code: '22P02',
    table: 'orders',
    detail: `Failing row contains (1, {"email":"${CANARY}"}).`,
    where: `unnamed portal parameter $1 = '${CANARY}'`,
  })

const httpError = () =>
  Object.assign(new Error('Request failed with status code 401'), {
    code: 'ERR_BAD_REQUEST',
    config: { auth: { username: 'ck', password: CANARY }, data: CANARY },
    request: { path: `/?email=${CANARY}` },
  })

describe('an error in the log and on a terminal', () => {
  it.each<[string, () => unknown]>([
    ['of the database', databaseError],
    ['of an HTTP client', httpError],
    ['of a JSON parser', () => thrownBy(() => JSON.parse(`${CANARY} {`))],
    ['of a JSON parser, of several lines', () => thrownBy(() => JSON.parse(`"a",\n"${CANARY}"`))],
    ['of a number that is none', () => thrownBy(() => BigInt(CANARY))],
    ['of an address that is none', () => thrownBy(() => new URL(CANARY))],
    ['with such a one for a cause', () => new Error('not stored', { cause: databaseError() })],
    ['of several such', () => new AggregateError([databaseError(), httpError()], 'all failed')],
    ['that is an object', () => ({ email: CANARY })],
    ['that holds a key', () => new Error(`refused: Bearer ${KEY} of ${KEY}`)],
  ])('an error %s reveals no customer data', (_, make) => {
    const error = make()
    expect(JSON.stringify(describeError(error))).not.toContain(CANARY)
    expect(errorText(error)).not.toContain(CANARY)
    expect(errorText(error)).not.toContain(KEY)
  })

  it('a described error keeps its message, origin and cause', () => {
    const error = new Error('not stored', { cause: databaseError() })
    expect(describeError(error)).toMatchObject({
      type: 'Error',
      message: 'not stored',
      stack: expect.stringMatching(/^Error: not stored\n +at .*describe-error\.test\.ts/),
      cause: { code: '22P02', table: 'orders', message: expect.stringContaining('type bigint') },
    })
    expect(errorText(error)).toContain('caused by Error: invalid input syntax for type bigint')
    expect(errorText(databaseError())).toContain('code: 22P02')
  })
})

describe('a program that crashes', () => {
  const program = fileURLToPath(new URL('../process/program.ts', import.meta.url))
  const make = `Object.assign(new Error('it broke'), { detail: '${CANARY}', config: { key: '${CANARY}' } })`

  it.each([
    ['by an exception that nobody catches', `setTimeout(() => { throw ${make} })`],
    ['by a rejection that nobody handles', `Promise.reject(${make})`],
    ['while it starts', `throw ${make}`],
  ])('a program that crashes %s prints the error without its data', (_, crash) => {
    const script = `import { runProgram } from ${JSON.stringify(program)}
      await runProgram(async () => { ${crash}; setTimeout(() => {}, 5000); return 'running' })`
    const ran = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      encoding: 'utf8',
    })
    expect(ran.status).toBe(1)
    expect(ran.stderr).toContain('it broke')
    expect(ran.stderr).toMatch(/\n +at /)
    expect(ran.stdout + ran.stderr).not.toContain(CANARY)
  })
})

import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { UserError } from '../../runtime/failure.ts'
import { confirm } from './confirm.ts'

const asked = async (
  answer: string | undefined,
  { isTTY = true, yes = false, what = 'All of it dies.' } = {},
) => {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough()
  const agreed = confirm(what, { yes, input, output }).then(
    () => 'agreed',
    (error) => {
      if (error instanceof UserError) return error.message
      throw error
    },
  )
  if (answer === undefined) input.end()
  else input.write(`${answer}\n`)
  const outcome = await agreed
  return { outcome, shown: String(output.read() ?? '') }
}

describe('confirmation of a destructive command', () => {
  it('the command describes its effect and runs after a yes', async () => {
    const { outcome, shown } = await asked('y')
    expect(outcome).toBe('agreed')
    expect(shown).toContain('All of it dies.')
  })

  it.each(['', 'n', 'yesterday', undefined])('the answer %j aborts the command', async (answer) => {
    expect((await asked(answer)).outcome).toBe('Nothing was changed.')
  })

  it('without a terminal the command aborts and names --yes', async () => {
    const { outcome } = await asked('y', { isTTY: false })
    expect(outcome).toContain('All of it dies.')
    expect(outcome).toContain('--yes')
  })

  it.each([true, false])(
    'the question strips control characters from names (terminal: %s)',
    async (isTTY) => {
      const what = 'Ana\u001b[2J\u202e is removed.\nFor good.'
      const { outcome, shown } = await asked('n', { isTTY, what })
      expect(isTTY ? shown : outcome).toContain('Ana [2J  is removed.\nFor good.')
    },
  )

  it('--yes skips the question', async () => {
    expect(await asked(undefined, { isTTY: false, yes: true })).toEqual({
      outcome: 'agreed',
      shown: '',
    })
  })
})

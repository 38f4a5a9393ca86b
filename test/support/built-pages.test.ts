import { afterEach, describe, expect, it } from 'vitest'
import { makeSite } from '../../src/cli/servers/make-pages.ts'
import { setup } from './built-pages.ts'

describe('a build that does not start', () => {
  const { execPath } = process
  afterEach(() => {
    process.execPath = execPath
  })

  it('stops the tests before they open an older build', async () => {
    process.execPath = '/no/such/node'
    await expect(setup()).rejects.toThrow('The build of the dashboard failed')
  })

  it('leaves npm start running, which names the command', async () => {
    process.execPath = '/no/such/node'
    const said: string[] = []
    expect(await makeSite((line) => said.push(line), { isUrgent: false })).toBe('failed')
    expect(said.join()).toContain('npm run build:site')
  })
})

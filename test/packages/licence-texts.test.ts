import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { licenceOf } from '../../packages/simulator/build/licences.ts'

const licenceOfInstalled = (name: string): string => {
  const folder = join(import.meta.dirname, '../../node_modules', name)
  return licenceOf(folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}

it.each([
  ['pg', 'its file', 'Brian Carlson'],
  ['pg-types', 'its README', 'Copyright (c) 2014 Brian M. Carlson'],
  ['pgpass', 'its README', 'Copyright (c) 2013-2016 Hannes Hörl'],
  ['nub', 'the MIT License that it names', 'Copyright (c) James Halliday'],
])('the licence of %s comes from %s', (name, _, holder) => {
  const text = licenceOfInstalled(name)
  expect(text).toContain(holder)
  expect(text).toMatch(/permission/i)
})

it('a package without a licence stops the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-licence-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secret = { name: 'secret', version: '1.0.0', license: 'UNLICENSED' }
  expect(() => licenceOf(folder, secret)).toThrow('secret has no text of its licence')
})

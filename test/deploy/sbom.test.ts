import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { debianComponents, npmComponents } from '../../deploy/image/sbom.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-sbom-'))
afterAll(() => rmSync(folder, { recursive: true }))

const install = (path: string): void => {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, 'package.json'), '{}')
}

it('the bill of materials names each npm package that the image has, with licence and digest', () => {
  const packages = {
    'node_modules/@scope/one': { version: '1.0.0-beta+2', license: '(MIT OR Apache-2.0)' },
    'node_modules/two': { version: '2.0.0', license: 'MIT', integrity: 'sha512-AAECAw==' },
    'node_modules/two/node_modules/one': { version: '0.1.0', license: 'see LICENSE' },
    'node_modules/deleted': { version: '3.0.0' },
    'node_modules/linked': { version: '4.0.0', link: true },
  }
  for (const path of Object.keys(packages)) if (!path.endsWith('deleted')) install(path)
  const record = join(folder, 'node_modules/.package-lock.json')
  writeFileSync(record, JSON.stringify({ packages }))
  expect(npmComponents(folder)).toEqual([
    {
      type: 'library',
      group: '@scope',
      name: 'one',
      version: '1.0.0-beta+2',
      purl: 'pkg:npm/%40scope/one@1.0.0-beta%2B2',
      licenses: [{ expression: '(MIT OR Apache-2.0)' }],
    },
    {
      type: 'library',
      name: 'two',
      version: '2.0.0',
      purl: 'pkg:npm/two@2.0.0',
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: '00010203' }],
    },
    {
      type: 'library',
      name: 'one',
      version: '0.1.0',
      purl: 'pkg:npm/one@0.1.0',
      licenses: [{ license: { name: 'see LICENSE' } }],
    },
  ])
})

it('the bill of materials names Debian packages with their source, so that scanners find their advisories', () => {
  const status = `Package: libgmp10
Status: install ok installed
Architecture: amd64
Source: gmp (2:6.2)
Version: 2:6.2.1+dfsg1-1.1
Description: Multiprecision arithmetic library
 Package: this is text

Package: bash
Architecture: amd64
Version: 5.2.15-2+b8
`
  expect(debianComponents(status, 'debian-12')).toEqual([
    {
      type: 'library',
      name: 'libgmp10',
      version: '2:6.2.1+dfsg1-1.1',
      purl: 'pkg:deb/debian/libgmp10@2%3A6.2.1%2Bdfsg1-1.1?arch=amd64&distro=debian-12&upstream=gmp',
    },
    {
      type: 'library',
      name: 'bash',
      version: '5.2.15-2+b8',
      purl: 'pkg:deb/debian/bash@5.2.15-2%2Bb8?arch=amd64&distro=debian-12&upstream=bash',
    },
  ])
})

import { expect, it } from 'vitest'
import { deprecationHeaders } from './deprecation.ts'

it('a deprecated route says since when, until when, and what to read', () => {
  const page = 'https://puente.example/docs/versioning'
  const since = new Date('2026-12-01T00:00:00Z')
  const sunset = new Date('2027-06-01T00:00:00Z')
  expect(deprecationHeaders({ since, sunset, page })).toEqual({
    deprecation: '@1796083200',
    sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
    link: `<${page}>; rel="deprecation"; type="text/html", <${page}>; rel="sunset"; type="text/html"`,
  })
})

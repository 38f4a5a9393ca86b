import { describe, expect, it } from 'vitest'
import { readReports } from './read-reports.ts'

const former = (report: object) => ({ 'csp-report': report })
const current = (body: object) => ({ type: 'csp-violation', age: 3, url: 'https://x', body })

describe('reports of browsers', () => {
  it('a report of either format names directive and host, and nothing of the order', () => {
    const expected = [{ directive: 'script-src-elem', blocked: 'evil.example:8443' }]
    expect(
      readReports(
        former({
          'document-uri': 'https://pay.example/pay/secret/card',
          'effective-directive': 'script-src-elem',
          'violated-directive': "script-src-elem 'self'",
          'blocked-uri': 'https://evil.example:8443/steal.js?order=1001',
          'script-sample': 'Ana Mejía',
        }),
      ),
    ).toEqual(expected)
    expect(
      readReports([
        current({
          documentURL: 'https://pay.example/pay/secret/card',
          effectiveDirective: 'script-src-elem',
          blockedURL: 'https://evil.example:8443/steal.js?order=1001',
          sample: 'Ana Mejía',
        }),
      ]),
    ).toEqual(expected)
  })

  it('a browser that only knows the violated directive is understood', () => {
    const report = {
      'violated-directive': "img-src 'self' data:",
      'blocked-uri': 'http://a.example/b',
    }
    expect(readReports(former(report))).toEqual([{ directive: 'img-src', blocked: 'a.example' }])
  })

  it.each([
    ['inline', 'inline'],
    ['eval', 'eval'],
    ['data', 'data'],
    ['data:text/javascript,alert(1)', 'data'],
    ['blob:https://pay.example/1', 'blob'],
    ['filesystem:x', 'other'],
    ['https://Ünïcode.example/', 'xn--ncode-cta3g.example'],
    [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}/`, 'other'],
  ])('the source %s counts as %s', (blockedURL, blocked) => {
    const report = current({ effectiveDirective: 'script-src', blockedURL })
    expect(readReports([report])).toEqual([{ directive: 'script-src', blocked }])
  })

  it.each([
    ['chrome-extension://abcdef/inject.js', undefined],
    ['moz-extension', undefined],
    ['inline', 'safari-web-extension://abc/content.js'],
  ])(
    'what an extension of the customer tried (%s, by %s) is left out',
    (blockedURL, sourceFile) => {
      const report = current({ effectiveDirective: 'script-src-elem', blockedURL, sourceFile })
      expect(readReports([report])).toEqual([])
    },
  )

  it.each([
    [{ effectiveDirective: 'nonsense', blockedURL: 'https://a.example' }],
    [{ effectiveDirective: 'script-src', blockedURL: 'not an address' }],
    [{ effectiveDirective: 'script-src' }],
    [{ effectiveDirective: 7, blockedURL: {} }],
  ])('a report that says nothing usable, %j, is skipped', (body) => {
    const good = current({ effectiveDirective: 'img-src', blockedURL: 'https://a.example' })
    expect(readReports([current(body), 5, { type: 'deprecation' }, good])).toHaveLength(1)
  })

  it.each([undefined, null, {}, 'text', { 'csp-report': 'x' }])('%j is no report', (body) => {
    expect(readReports(body)).toBeUndefined()
  })

  it('a request with a thousand reports counts as twenty', () => {
    const report = current({ effectiveDirective: 'img-src', blockedURL: 'https://a.example' })
    expect(readReports(Array(1_000).fill(report))).toHaveLength(20)
  })
})

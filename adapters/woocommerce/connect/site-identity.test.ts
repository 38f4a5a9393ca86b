import { describe, expect, it } from 'vitest'
import { isSameHost, siteKeyOf, slugOf } from './site-identity.ts'

describe('REST API addresses of one site', () => {
  it.each([
    ['http://shop.example/wp-json/', 'by https'],
    ['https://shop.example/?rest_route=/', 'with plain permalinks'],
    ['https://shop.example/index.php?rest_route=/', 'with plain permalinks and a file'],
    ['https://shop.example/index.php/wp-json/', 'with permalinks that name a file'],
    ['https://SHOP.example/wp-json', 'written differently'],
  ])('%s is the same site as before, %s', (url) => {
    expect(siteKeyOf(url)).toBe(siteKeyOf('https://shop.example/wp-json/'))
  })

  it.each([
    'https://shop.example/~other/wp-json/',
    'https://shop.example/~other/',
    'https://shop.example/~other/?rest_route=/',
    'https://shop.example/api/',
    'https://shop.example:8443/wp-json/',
    'https://www.shop.example/wp-json/',
    'https://shop.example.evil/wp-json/',
  ])('%s is another site and proves nothing for this one', (url) => {
    expect(siteKeyOf(url)).not.toBe(siteKeyOf('https://shop.example/wp-json/'))
  })
})

describe('the pages of a site', () => {
  it('a page is on the host of its site, over http or https', () => {
    expect(isSameHost('http://shop.example/wp-admin/', 'https://shop.example/wp-json/')).toBe(true)
    expect(isSameHost('https://evil.example/', 'https://shop.example/wp-json/')).toBe(false)
    expect(isSameHost('https://shop.example:8443/', 'https://shop.example/')).toBe(false)
  })
})

describe('the id of a store', () => {
  it.each([
    ['https://www.cafe.example', 'cafe-example'],
    ['https://tiendas.example/es', 'tiendas-example-es'],
    ['https://Ñandú.example', 'xn-and-6ma2c-example'],
    ['http://127.0.0.1:8080', '127-0-0-1'],
    ['https://una-tienda-de-nombre-muy-largo.example', 'una-tienda-de-nombre-muy-lar'],
  ])('a store gets its id from the address %s', (url, slug) => {
    expect(slugOf(url)).toBe(slug)
  })
})

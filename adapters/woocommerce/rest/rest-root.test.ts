import { describe, expect, it } from 'vitest'
import { restPrefixOf, routeUrl } from './rest-root.ts'

const PLAIN = 'index.php?rest_route='

describe('the REST root of a WooCommerce shop', () => {
  it.each([
    ['https://shop.example/wp-json/', 'https://shop.example/', 'wp-json'],
    ['https://shop.example/tienda/wp-json', 'https://shop.example/tienda/', 'wp-json'],
    ['https://shop.example/?rest_route=/', 'https://shop.example/', PLAIN],
    ['https://shop.example/index.php?rest_route=/', 'https://shop.example/', PLAIN],
    ['https://shop.example/tienda/?rest_route=/', 'https://shop.example/tienda/', PLAIN],
    ['https://shop.example/tienda/index.php?rest_route=/', 'https://shop.example/tienda/', PLAIN],
  ])('the root %s is split for the library', (restUrl, siteUrl, prefix) => {
    expect(restPrefixOf(restUrl)).toEqual({ siteUrl, prefix })
  })

  it.each([
    'https://shop.example/wp-json/?lang=es',
    'https://shop.example/?rest_route=/&lang=es',
    'https://shop.example/?rest_route=/wp/v2',
    'https://shop.example/',
    'shop',
  ])('the address %s is no root', (restUrl) => {
    expect(restPrefixOf(restUrl)).toBeUndefined()
  })

  it('a route of the plugin follows either kind of permalinks', () => {
    const route = '/puente/v1/connection'
    expect(routeUrl('https://shop.example/tienda/wp-json/', route)).toBe(
      'https://shop.example/tienda/wp-json/puente/v1/connection',
    )
    expect(routeUrl('https://shop.example/tienda/index.php?rest_route=/', route)).toBe(
      'https://shop.example/tienda/index.php?rest_route=%2Fpuente%2Fv1%2Fconnection',
    )
  })
})

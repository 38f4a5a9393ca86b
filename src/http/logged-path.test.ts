import { describe, expect, it } from 'vitest'
import { loggedPath } from './logged-path.ts'

describe('the log of requests', () => {
  it.each([
    ['/reports/secret?lang=es', '/reports/[token]'],
    ['/reports/secret/orders/ord_1', '/reports/[token]/orders/ord_1'],
    ['/reports/assets/report.css', '/reports/assets/report.css'],
    ['/pay/secret/return', '/pay/[token]/return'],
    ['/PAY/secret', '/PAY/[token]'],
    ['//pay//secret', '//pay//[token]'],
    ['/woocommerce/connections/secret/keys', '/woocommerce/connections/[token]/keys'],
    ['/v1/saved-cards?customer_email=ana@example.hn', '/v1/saved-cards'],
    ['/v1/x?a?b=c', '/v1/x'],
  ])('shows %s as %s', (url, shown) => {
    expect(loggedPath(url)).toBe(shown)
  })

  it('shows no more than the beginning of an address that is kilobytes long', () => {
    expect(loggedPath(`/v1/orders/${'x'.repeat(15_000)}`).length).toBeLessThan(250)
  })
})

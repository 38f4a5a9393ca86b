import type { World } from '../world.ts'
import type { StandInShop } from './shop.ts'

/** Shopify's library blocks bots by user agent. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export interface AdminPage {
  status: number
  headers: Headers
  text: string
  location: string
}

export interface ShopPeople {
  cookies: ReadonlyMap<string, string>
  /** Opens a path of Puente with cookies; ignores the host. */
  open(url: string): Promise<AdminPage>
  /** Stops before the callback; returns its URL. */
  approveInstallation(): Promise<string>
  install(): Promise<AdminPage>
  /** Follows redirects from a non-embedding admin. */
  openApp(): Promise<AdminPage & { url: URL }>
  appPage(options?: {
    path?: string
    query?: string
    token?: string | null
    withCookies?: boolean
    form?: Record<string, string>
  }): Promise<AdminPage>
  connect(keys?: Record<string, string>): Promise<AdminPage>
}

export const KEYS = {
  secret_key: 'sk_test_sandbox',
  publishable_key: 'pk_test_sandbox',
  webhook_secret: 'whsec_test_sandbox',
}

export const staffOf = (world: World, shop: StandInShop): ShopPeople => {
  const cookies = new Map<string, string>()
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const open: ShopPeople['open'] = async (url) => {
    const { pathname, search } = new URL(url, world.url)
    const response = await fetch(`${world.url}${pathname}${search}`, {
      redirect: 'manual',
      headers: {
        'user-agent': BROWSER,
        'accept-language': 'es',
        cookie: cookieHeader(),
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) cookies.set(name, value)
    }
    return shown(response)
  }
  const approveInstallation = async (): Promise<string> => {
    const begun = await open(`/shopify/install?shop=${shop.name}`)
    return shop.access.approve(begun.location)
  }
  const appPage: ShopPeople['appPage'] = async ({
    path = 'page',
    query = `shop=${shop.name}&locale=es`,
    token = shop.access.sessionToken(),
    withCookies = false,
    form,
  } = {}) =>
    shown(
      await fetch(`${world.url}/shopify/app/${path}?${query}`, {
        method: form ? 'POST' : 'GET',
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(withCookies ? { cookie: cookieHeader() } : {}),
        },
        ...(form ? { body: new URLSearchParams(form) } : {}),
      }),
    )
  const openApp: ShopPeople['openApp'] = async () => {
    const fromAdmin = () => new URL(`/shopify/app?${shop.access.signedQuery()}`, world.url)
    let url = fromAdmin()
    for (let redirects = 0; redirects < 10; redirects++) {
      const page = await open(url.href)
      if (!page.location) return { ...page, url }
      const next = new URL(page.location, url)
      const isAdmin = next.pathname.startsWith('/admin/apps/')
      const isAsked = next.pathname === '/admin/oauth/authorize'
      url = isAdmin ? fromAdmin() : isAsked ? new URL(shop.access.approve(next.href)) : next
    }
    throw new Error(`The browser is led round in circles, past ${url.pathname}`)
  }
  return {
    cookies,
    open,
    openApp,
    approveInstallation,
    install: async () => open(await approveInstallation()),
    appPage,
    connect: (keys = {}) => appPage({ form: { ...KEYS, ...keys } }),
  }
}

const shown = async (response: Response): Promise<AdminPage> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
  location: response.headers.get('location') ?? '',
})

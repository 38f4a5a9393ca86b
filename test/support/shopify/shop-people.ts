import type { World } from '../world.ts'
import type { StandInShop } from './shop.ts'

/** The library does not let robots install apps. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export interface Shown {
  status: number
  headers: Headers
  text: string
  /** Where it leads. */
  location: string
}

/** The people of a shop with their browser: they install the app and see its page in the admin. */
export interface ShopPeople {
  /** What their browser holds, by its name. */
  cookies: ReadonlyMap<string, string>
  /** Opens an address of Puente, whatever its host, with the cookies that it has set. */
  open(url: string): Promise<Shown>
  /** From the first click up to the page that Shopify sends the browser back to, which is not opened. */
  approveInstallation(): Promise<string>
  install(): Promise<Shown>
  /**
   * Opens the app of an admin that does not embed it, and goes wherever the browser is led, until a page
   * is shown; Shopify asks nobody anything on the way.
   */
  openApp(): Promise<Shown & { url: URL }>
  /** What is on the app's page in the admin; `token` instead of what App Bridge hands out. */
  appPage(options?: {
    path?: string
    query?: string
    token?: string | null
    /** As a page of Puente's own sends it, and not a frame in the admin. */
    withCookies?: boolean
    form?: Record<string, string>
  }): Promise<Shown>
  /** Types the gateway's keys in. */
  connect(keys?: Record<string, string>): Promise<Shown>
}

export const KEYS = {
  secret_key: 'sk_test_sandbox',
  publishable_key: 'pk_test_sandbox',
  webhook_secret: 'whsec_test_sandbox',
}

export const peopleOf = (world: World, shop: StandInShop): ShopPeople => {
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

const shown = async (response: Response): Promise<Shown> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
  location: response.headers.get('location') ?? '',
})

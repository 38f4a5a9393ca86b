import { AppShell, Badge, Burger, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { groupsQuery } from '../parts/alert-groups-query.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useActs } from '../parts/stores/use-administers.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { Keys } from './keys.tsx'
import { type Texts, useLanguage, useTexts } from './language.ts'
import { RedirectToFirstStore } from './redirect-to-first-store.tsx'
import { GlobalSearch } from './search/global-search.tsx'
import { useServerNow } from './server-clock.ts'
import { FactorGate } from './session/factor-gate.tsx'
import { ReaderMenu } from './session/reader-menu.tsx'
import { Brand, Icon, type IconName } from './theme/icons.tsx'
import { readerZoneName } from './time-zone.ts'

interface Section {
  to: string
  icon: IconName
  name: Exclude<keyof Texts['sections'], 'label'>
}

const SECTIONS: readonly Section[] = [
  { to: '/', icon: 'attention', name: 'attention' },
  { to: '/orders', icon: 'orders', name: 'orders' },
  { to: '/links', icon: 'links', name: 'links' },
  { to: '/customers', icon: 'customers', name: 'customers' },
  { to: '/requests', icon: 'requests', name: 'requests' },
  { to: '/counter', icon: 'counter', name: 'counter' },
  { to: '/status', icon: 'health', name: 'health' },
  { to: '/deliveries', icon: 'deliveries', name: 'deliveries' },
  { to: '/money', icon: 'money', name: 'money' },
  { to: '/stores', icon: 'stores', name: 'stores' },
  { to: '/people', icon: 'people', name: 'people' },
]

export const Shell = () => {
  const texts = useTexts()
  const [isOpen, { toggle, close }] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    close()
    // Moves screen readers to the new screen.
    main.current?.focus()
  }, [path, close])
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" gap="sm" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={texts.menu}
            />
            <Link to="/" className="brand">
              <Brand /> Puente
            </Link>
          </Group>
          <GlobalSearch />
          <NewPayment />
          <ReaderMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <nav aria-label={texts.sections.label}>
          <Stack gap={2}>
            {SECTIONS.map(({ to, icon, name }) => (
              <Link
                key={to}
                to={to}
                className="nav-link"
                activeOptions={{ exact: to === '/' }}
                activeProps={{ 'aria-current': 'page' }}
              >
                <Icon name={icon} />
                {texts.sections[name]}
                {name === 'attention' ? <OpenAlerts /> : null}
              </Link>
            ))}
          </Stack>
        </nav>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} ref={main}>
        <ConnectionNotice />
        <Keys />
        <FactorGate>
          <Outlet />
        </FactorGate>
        <RedirectToFirstStore />
        <TimeZone />
      </AppShell.Main>
    </AppShell>
  )
}

/** Opens a new payment request from every screen. */
const NewPayment = () => {
  const { requests: texts } = useTexts()
  if (!useActs()) return null
  return (
    <LinkButton to="/requests/new" className="new-payment" aria-label={texts.new}>
      <Icon name="plus" />
      <span className="new-payment-words">{texts.new}</span>
    </LinkButton>
  )
}

const MOST_COUNTED = 99

const QUIET_MS = 100
const MOST_WAIT_MS = 2_000

/** True once the screen's first requests are over, or have taken long. */
const useIsScreenLoaded = (): boolean => {
  const isFetching = useIsFetching() > 0
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLoaded(true), isFetching ? MOST_WAIT_MS : QUIET_MS)
    return () => clearTimeout(timer)
  }, [isFetching])
  return isLoaded
}

/**
 * Number of causes with open alerts, as home lists them. It waits for the screen's own data, which
 * the server would answer later.
 */
const OpenAlerts = () => {
  const { texts, format } = useLanguage()
  const count = useQuery({ ...groupsQuery, enabled: useIsScreenLoaded() }).data?.data.length ?? 0
  if (count === 0) return null
  return (
    <>
      <Badge className="count" aria-hidden circle={count < 10}>
        {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      </Badge>
      <VisuallyHidden>{format(texts.attention.waiting, { count })}</VisuallyHidden>
    </>
  )
}

/** Names the time zone of all times on the page. */
const TimeZone = () => {
  const { texts, format, language } = useLanguage()
  const zone = readerZoneName(useServerNow(), language)
  return (
    <Text component="footer" size="xs" c="dimmed" mt="xl">
      {zone ? format(texts.timeZone.readers, { zone }) : texts.timeZone.honduras}
    </Text>
  )
}

import { Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { DialogButton } from '../../parts/dialog.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { usePages } from '../../parts/pages.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import { useActs } from '../../parts/stores/use-administers.ts'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { pagesOfLinks } from '../queries.ts'
import { NewLink } from './link-form.tsx'
import { useLinkWords } from './link-words.ts'

export const LinksScreen = () => {
  const texts = useTexts()
  const words = texts.links
  const { store } = useSearch({ from: '/links' })
  const navigate = useNavigate({ from: '/links' })
  const pages = usePages(pagesOfLinks(store))
  const acts = useActs()
  return (
    <Stack gap="lg" maw={1440}>
      <Stack gap="xs">
        <Group justify="space-between">
          <ScreenTitle name={words.title} />
          {acts ? (
            <DialogButton text={words.new} title={words.newTitle}>
              {(close) => (
                <NewLink
                  storeId={store}
                  close={close}
                  made={({ id }) => void navigate({ to: '/links/$id', params: { id } })}
                />
              )}
            </DialogButton>
          ) : null}
        </Group>
        <Text c="dimmed">{words.about}</Text>
      </Stack>
      <div className="filters">
        <StoreSelect
          value={store}
          set={(chosen) =>
            void navigate({ search: chosen ? { store: chosen } : {}, replace: true })
          }
        />
      </div>
      <PageList pages={pages} empty={<Text c="dimmed">{words.none}</Text>}>
        {(links) => (
          <ul className="bare cards">
            {links.map((link) => (
              <LinkCard key={link.id} link={link} />
            ))}
          </ul>
        )}
      </PageList>
    </Stack>
  )
}

const LinkCard = ({ link }: { link: Schemas['PaymentLinkOfStore'] }) => {
  const words = useTexts().links
  const { amountOf, placesOf } = useLinkWords()
  const hasStores = useStores().length > 1
  return (
    <li className="card store-row">
      <Stack gap={6}>
        <Group gap="sm">
          <Link to="/links/$id" params={{ id: link.id }} className="store-link">
            <bdi>{link.name}</bdi>
          </Link>
          <StatusBadge state={`link_${link.state}`} text={words.states[link.state]} />
        </Group>
        <Text>
          <span className="amount">{amountOf(link)}</span>
          {hasStores ? (
            <>
              {' · '}
              <StoreName id={link.store_id} />
            </>
          ) : null}
        </Text>
        <Text size="sm">{placesOf(link)}</Text>
      </Stack>
    </li>
  )
}
